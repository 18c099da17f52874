import { parentPort, workerData } from 'node:worker_threads';
import { readEstate } from './reading.ts';

/** The thread that reads one estate file, as reading-thread.ts starts it. */
parentPort?.postMessage(readEstate(workerData as string));
