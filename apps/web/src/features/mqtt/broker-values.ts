import type { MqttBroker, MqttBrokerBody } from '@atrium/contract/mqtt';
import { mqttBrokerProblems } from '@atrium/rules/mqtt';
import type { Problem } from '@atrium/rules/problem';

export interface TopicValues {
  filter: string;
  vendor: string | null;
  deviceLevel: number | '';
}

/** The fields of the form. */
export interface BrokerValues extends Record<string, unknown> {
  name: string;
  host: string;
  port: number | '';
  tls: boolean;
  username: string;
  password: string;
  clientId: string;
  caCertificate: string;
  clientCertificate: string;
  clientKey: string;
  topics: TopicValues[];
}

export const emptyTopic: TopicValues = { filter: '', vendor: null, deviceLevel: '' };

export function valuesOf(broker: MqttBroker | undefined): BrokerValues {
  const secrets = { password: '', caCertificate: '', clientCertificate: '', clientKey: '' };
  if (!broker) {
    const topics = [{ ...emptyTopic }];
    return { name: '', host: '', port: 8883, tls: true, username: '', clientId: '', topics, ...secrets };
  }
  const { name, host, port, tls, username, clientId, topics } = broker;
  const shown = topics.map((topic) => ({ ...topic, deviceLevel: topic.deviceLevel ?? ('' as const) }));
  return { name, host, port, tls, username: username ?? '', clientId, topics: shown, ...secrets };
}

/** A secret that was left empty stays as it is stored. */
export function bodyOf(values: BrokerValues): MqttBrokerBody {
  const { password, caCertificate, clientCertificate, clientKey } = values;
  return {
    name: values.name.trim(),
    host: values.host.trim(),
    port: values.port === '' ? null : values.port,
    tls: values.tls,
    username: values.username.trim(),
    clientId: values.clientId.trim(),
    topics: topicsIn(values),
    ...(password !== '' && { password }),
    ...(caCertificate !== '' && { caCertificate }),
    ...(clientCertificate !== '' && { clientCertificate }),
    ...(clientKey !== '' && { clientKey }),
  };
}

export function problemsOf(values: BrokerValues, vendors: readonly string[]): Problem[] {
  const { name, host, port, tls, username, clientId } = values;
  const checked = {
    name: name.trim(),
    host: host.trim(),
    port: port === '' ? null : port,
    tls,
    username: username.trim() || null,
    // Left empty, the server chooses one.
    clientId: clientId.trim() || 'atrium',
    topics: topicsIn(values),
  };
  return mqttBrokerProblems(checked, vendors);
}

function topicsIn({ topics }: BrokerValues) {
  return topics.map(({ filter, vendor, deviceLevel }) => ({
    filter: filter.trim(),
    vendor: vendor ?? '',
    deviceLevel: deviceLevel === '' ? null : deviceLevel,
  }));
}
