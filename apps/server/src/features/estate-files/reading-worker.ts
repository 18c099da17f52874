import { parentPort, workerData } from 'node:worker_threads';
import { stepBack } from '../../thread-priority.ts';
import { readEstate } from './reading.ts';

/** The thread that reads one estate file, started by reading-thread.ts. */
stepBack(15);
parentPort?.postMessage(readEstate(workerData as string));
