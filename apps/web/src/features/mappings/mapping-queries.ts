import { getMapping, listMappings, listMappingSamples } from '@atrium/contract/mappings';
import { getPushKey } from '@atrium/contract/push-keys';

/** All queries that show a taught sensor or what waits to be taught. */
export const mappingQueries = [listMappings, getMapping, listMappingSamples, getPushKey];
