import { listCorrections } from '@atrium/contract/corrections';
import { dataEndpoints } from '@atrium/contract/data';

/** What a correction changes. */
export const correctionQueries = [listCorrections, ...dataEndpoints];
