import { listMqttBrokers } from '@atrium/contract/mqtt';

/** All queries that show a broker. */
export const brokerQueries = [listMqttBrokers];
