// A thread does not inherit the loader of its process: here the worker is run from its source.
import { register } from 'tsx/esm/api';

register();
await import('../apps/server/src/app/applying-worker.ts');
