// Setup of every test file: fast-check draws from the seed of the run.
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.ATRIUM_SEED) });
