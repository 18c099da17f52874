import { describe, expect, it } from 'vitest';
import { deviceInTopic, mqttBrokerProblems, mqttTexts, topicFilterProblem, topicMatches } from './mqtt.ts';

describe('a topic filter', () => {
  it.each(['a', 'a/b', '/a', 'a/', '+', '#', 'a/+/c', 'a/#', '+/+/#', 'Stores/Berlin 1/+'])('may be %s', (filter) => {
    expect(topicFilterProblem(filter)).toBeUndefined();
  });

  it.each([
    ['', mqttTexts.filter],
    ['x'.repeat(257), mqttTexts.filter],
    ['a\0b', mqttTexts.filter],
    ['a#', mqttTexts.hash],
    ['a/#/b', mqttTexts.hash],
    ['a+/b', mqttTexts.plus],
    ['a/b+', mqttTexts.plus],
    ['$SYS/#', mqttTexts.system],
    ['$share/group/a', mqttTexts.system],
  ])('[I175] cannot be %j', (filter, problem) => {
    expect(topicFilterProblem(filter)).toBe(problem);
  });

  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['a/b/c', 'a/b', false],
    ['a/+', 'a/b', true],
    ['a/+', 'a', false],
    ['a/+', 'a/', true],
    ['a/#', 'a', true],
    ['a/#', 'a/b/c', true],
    ['+/+', '/a', true],
    ['#', 'a/b', true],
    ['#', '$SYS/uptime', false],
    ['+/uptime', '$SYS/uptime', false],
    ['A', 'a', false],
  ])('[I175] %s and the topic %s: %s', (filter, topic, matches) => {
    expect(topicMatches(filter, topic)).toBe(matches);
  });

  it('[I175] names the device by a level', () => {
    expect(deviceInTopic('stores/00AA11BB22CC/counts', 2)).toBe('00AA11BB22CC');
    expect(deviceInTopic('stores', 2)).toBeUndefined();
    expect(deviceInTopic('stores/x', null)).toBeUndefined();
  });
});

describe('a broker', () => {
  const good = {
    name: 'Stores',
    host: 'mqtt.example.com',
    port: 8883,
    tls: true,
    username: 'atrium',
    clientId: 'atrium-1',
    topics: [{ filter: 'stores/+/counts', vendor: 'xovis5', deviceLevel: 2 }],
  };
  const pathsOf = (values: object) => mqttBrokerProblems({ ...good, ...values }, ['xovis5']).map(({ path }) => path);

  it.each(['mqtt.example.com', '10.0.0.5', '2001:db8::1', 'localhost'])('may be at %s', (host) => {
    expect(pathsOf({ host })).toEqual([]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ host: 'mqtt://x' }, 'host'],
    [{ host: 'a b' }, 'host'],
    [{ host: '' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ port: null }, 'port'],
    [{ port: 1.5 }, 'port'],
    [{ clientId: '' }, 'clientId'],
    [{ clientId: 'a b' }, 'clientId'],
    [{ username: 'a\nb' }, 'username'],
    [{ topics: [] }, 'topics'],
    [{ topics: [{ filter: 'a#', vendor: 'xovis5', deviceLevel: null }] }, 'topics.0.filter'],
    [{ topics: [{ filter: 'a', vendor: 'constructor', deviceLevel: null }] }, 'topics.0.vendor'],
    [{ topics: [{ filter: 'a/b', vendor: 'xovis5', deviceLevel: 3 }] }, 'topics.0.deviceLevel'],
    [{ topics: [good.topics[0], good.topics[0]] }, 'topics.1.filter'],
  ])('[I175] is refused with %j', (values, path) => {
    expect(pathsOf(values)).toEqual([path]);
  });

  it('[I175] finds a level behind # too', () => {
    expect(pathsOf({ topics: [{ filter: 'a/#', vendor: 'xovis5', deviceLevel: 4 }] })).toEqual([]);
  });
});
