import { describe, expect, it } from 'vitest';
import { addressParts, curlCommand, filledIn, sampleMessage } from './vendor-guide.ts';
import { deviceInTopic, topicMatches } from './mqtt.ts';
import { guideOf, vendorGuides } from './vendor-guides.ts';

const address = 'https://counts.example.com:8443/api/push/xovis5/abc';

describe.each(Object.entries(vendorGuides))('[R582] the instructions for %s', (vendor, guide) => {
  const entered = guide.steps.flatMap(({ fields }) => fields.flatMap((each) => ('enter' in each ? [each.enter] : [])));

  it('say where, what to enter, how often and for which devices', () => {
    expect(guideOf(vendor)).toBe(guide);
    expect([guide.name, guide.devices, guide.interval].every((text) => text.trim() !== '')).toBe(true);
    expect(guide.steps.every(({ menu, fields }) => menu !== '' && fields.length > 0)).toBe(true);
    expect(guide.avoid.length).toBeGreaterThan(0);
  });

  it('contain the address, and no placeholder that stays', () => {
    const texts = [...entered, ...guide.steps.map(({ note }) => note ?? ''), guide.interval, ...guide.avoid];
    expect(texts.map((text) => filledIn(text, address)).join('\n')).not.toMatch(/[{}]/);
    const whole = entered.map((text) => filledIn(text, address));
    const parts = ['counts.example.com', '8443', '/api/push/xovis5/abc'];
    expect(whole.includes(address) || parts.every((part) => whole.includes(part))).toBe(true);
  });
});

describe('[R582] instructions', () => {
  it.each([
    'axis/B8A44F9EED3B/event/CameraApplicationPlatform',
    'axis/B8A44F9EED3B/event/tns:axis/CameraApplicationPlatform',
  ])('[R1178] for AXIS Object Analytics name a topic that fits %s, and the level of its camera', (start) => {
    const fields = guideOf('axis').steps.flatMap((step) => step.fields);
    const filter = fields.flatMap((each) => (each.field === 'Topic' && 'enter' in each ? [each.enter] : []))[0] ?? '';
    const level = fields.flatMap((each) => (each.field === 'Device in level' && 'choose' in each ? [each.choose] : []));
    const topic = `${start}/ObjectAnalytics/Device1Scenario1`;
    expect(topicMatches(filter, topic)).toBe(true);
    expect(deviceInTopic(topic, Number(level[0]))).toBe('B8A44F9EED3B');
  });

  it('for a vendor without any show the address alone', () => {
    for (const unknown of ['nobody', 'constructor', '__proto__']) {
      expect(guideOf(unknown).steps.flatMap(({ fields }) => fields)).toContainEqual({ field: 'URL', enter: '{url}' });
    }
  });

  it('know the port of an address that does not name it', () => {
    expect(addressParts('https://counts.example.com/api')).toMatchObject({ port: '443', path: '/api' });
    expect(addressParts('http://counts.example.com/api')).toMatchObject({ port: '80' });
  });

  it('have a sample of the last full minute that a shell can send', () => {
    const message = sampleMessage(new Date('2026-01-05T09:30:42.123Z'));
    expect(JSON.parse(message)).toEqual({
      device: 'sample-1',
      readings: [
        { line: '1', name: 'Main door', from: '2026-01-05T09:29:00Z', to: '2026-01-05T09:30:00Z', in: 3, out: 2 },
      ],
    });
    expect(message).not.toContain("'");
    expect(curlCommand(address, message)).toContain(`'${address}'`);
  });
});
