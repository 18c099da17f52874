import { parentPort, workerData } from 'node:worker_threads';
import { readEstate } from './reading.ts';

/** The thread that reads one estate file, started by reading-thread.ts. */
parentPort?.postMessage(readEstate(workerData as string));
