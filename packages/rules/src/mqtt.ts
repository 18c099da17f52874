import { type Problem, problemIf } from './problem.ts';

/** Where messages of one vendor arrive. */
export interface MqttTopic {
  readonly filter: string;
  readonly vendor: string;
  /** The level of the topic that names the device, from 1; null where the message itself does. */
  readonly deviceLevel: number | null;
}

/** What people enter about a broker, without its secrets. */
export interface MqttBrokerValues {
  readonly name: string;
  readonly host: string;
  readonly port: number | null;
  readonly tls: boolean;
  readonly username: string | null;
  readonly clientId: string;
  readonly topics: readonly MqttTopic[];
}

export const mqttLimits = {
  brokers: 5,
  topics: 50,
  name: 100,
  filter: 256,
  clientId: 64,
  username: 200,
  password: 1_000,
  pem: 32_000,
} as const;

export const mqttTexts = {
  name: 'Name is required',
  nameLong: `Name must have at most ${mqttLimits.name} characters`,
  line: 'must be on one line',
  host: 'Enter a host name or an IP address, without mqtt:// and without a path',
  port: 'Port must be a whole number from 1 to 65535',
  clientId: `Client ID must have 1 to ${mqttLimits.clientId} printable characters without spaces`,
  username: `User name must have at most ${mqttLimits.username} characters on one line`,
  password: `Password must have at most ${mqttLimits.password} characters on one line`,
  topics: 'Add at least one topic',
  tooManyTopics: `At most ${mqttLimits.topics} topics`,
  twice: 'This topic is listed twice',
  filter: `Topic must have 1 to ${mqttLimits.filter} characters on one line`,
  hash: '# must be the last level, and stand alone in it',
  plus: '+ must stand alone in its level',
  system: 'Topics that start with $ belong to the broker',
  vendor: 'Choose the kind of sensor',
  level: 'This topic has no such level',
  tooMany: `This organization has ${mqttLimits.brokers} brokers. Delete one that is no longer used`,
  secretsAgain: 'Enter it again, because the connection changed',
} as const;

/** `vendors` are the names that may be chosen. */
export function mqttBrokerProblems(values: MqttBrokerValues, vendors: readonly string[]): Problem[] {
  const { name, host, port, username, clientId, topics } = values;
  return [
    ...problemIf(name === '', 'name', mqttTexts.name),
    ...problemIf(name.length > mqttLimits.name, 'name', mqttTexts.nameLong),
    ...problemIf(/\p{Cc}/u.test(name), 'name', mqttTexts.line),
    ...problemIf(!isHost(host), 'host', mqttTexts.host),
    ...problemIf(port === null || !Number.isInteger(port) || port < 1 || port > 65_535, 'port', mqttTexts.port),
    ...problemIf(!/^[!-~]{1,64}$/.test(clientId), 'clientId', mqttTexts.clientId),
    ...problemIf(
      username !== null && (username.length > mqttLimits.username || /\p{Cc}/u.test(username)),
      'username',
      mqttTexts.username,
    ),
    ...problemIf(topics.length === 0, 'topics', mqttTexts.topics),
    ...problemIf(topics.length > mqttLimits.topics, 'topics', mqttTexts.tooManyTopics),
    ...topics.slice(0, mqttLimits.topics).flatMap((topic, index) => topicProblems(topics, topic, index, vendors)),
  ];
}

function topicProblems(
  all: readonly MqttTopic[],
  { filter, vendor, deviceLevel }: MqttTopic,
  index: number,
  vendors: readonly string[],
): Problem[] {
  const at = (field: string) => `topics.${index}.${field}`;
  const wrong = topicFilterProblem(filter);
  const isTwice = all.findIndex((other) => other.filter === filter) < index;
  return [
    ...(wrong === undefined ? problemIf(isTwice, at('filter'), mqttTexts.twice) : problemIf(true, at('filter'), wrong)),
    ...problemIf(!vendors.includes(vendor), at('vendor'), mqttTexts.vendor),
    ...problemIf(deviceLevel !== null && !hasLevel(filter, deviceLevel), at('deviceLevel'), mqttTexts.level),
  ];
}

/** What is wrong with a topic filter: the wildcards of MQTT 3.1.1, section 4.7. */
export function topicFilterProblem(filter: string): string | undefined {
  if (filter === '' || filter.length > mqttLimits.filter || /\p{Cc}/u.test(filter)) return mqttTexts.filter;
  if (filter.startsWith('$')) return mqttTexts.system;
  const levels = filter.split('/');
  const last = levels.length - 1;
  if (levels.some((level, i) => level.includes('#') && (level !== '#' || i !== last))) return mqttTexts.hash;
  if (levels.some((level) => level.includes('+') && level !== '+')) return mqttTexts.plus;
  return undefined;
}

/** Whether a message with this topic belongs to the filter. */
export function topicMatches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  // A wildcard at the start does not stand for the topics of the broker itself.
  if (topic.startsWith('$') && (wanted[0] === '+' || wanted[0] === '#')) return false;
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}

/** The level of a topic that names the device. */
export function deviceInTopic(topic: string, level: number | null): string | undefined {
  return level === null ? undefined : topic.split('/')[level - 1];
}

function hasLevel(filter: string, level: number): boolean {
  const levels = filter.split('/');
  return Number.isInteger(level) && level >= 1 && level <= 32 && (level <= levels.length || levels.at(-1) === '#');
}

/** An IP address or a host name; whether it exists is found out when connecting. */
export function isHost(host: string): boolean {
  if (/^[\da-f:.]{2,45}$/i.test(host) && host.includes(':')) return true;
  const labels = host.split('.');
  return host.length <= 253 && labels.every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label));
}
