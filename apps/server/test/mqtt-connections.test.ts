import { listAudit } from '@atrium/contract/audit';
import {
  approveMqttHost,
  createMqttBroker,
  listMqttBrokers,
  revokeMqttHost,
  testMqttBroker,
  updateMqttBroker,
} from '@atrium/contract/mqtt';
import { describe, expect, it } from 'vitest';
import { saveStatus } from '../src/ingestion/mqtt/link-store.ts';
import { linkTexts } from '../src/ingestion/mqtt/words.ts';
import { mqttBroker } from '../src/registry/schema/mqtt.ts';
import { makeCertificates } from './mqtt-broker.ts';
import { bodyFor, isConnected, mqttShops, stateOf, topicOf } from './mqtt-shops.ts';
import { within } from './within.ts';

const { world, staff, aShop, aBroker, connect, minute, numberOf } = mqttShops();

describe('the connection to a broker', () => {
  it('[S128] [S129] reaches private networks only after staff approved the address, and each step is audited', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    const { admin, orgId } = shop;
    const params = await admin.call(createMqttBroker, { body: bodyFor(broker) });
    await expect.poll(async () => (await stateOf(shop)).state, within(10)).toBe('private');
    expect((await stateOf(shop)).lastError).toBe(linkTexts.private);
    for (const host of ['127.0.0.1', 'localhost', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const answer = await admin.call(testMqttBroker, { body: bodyFor(broker, { host }) });
      expect([host, answer]).toEqual([host, { isConnected: false, message: linkTexts.private }]);
    }
    expect(broker.clients).toEqual([]);

    const approval = `/api/mqtt-broker/${params.mqttBrokerId}/private-network`;
    expect((await admin.post(approval, {})).status).toBe(403);
    expect((await staff().call(approveMqttHost, { params, query: { orgId } })).approvedAddresses).toEqual([
      '127.0.0.1',
    ]);
    await isConnected(shop);
    // The approval is for this host and this port.
    await admin.call(updateMqttBroker, { params, body: { host: 'localhost' } });
    await expect.poll(async () => (await stateOf(shop)).state, within(10)).toBe('private');
    expect((await stateOf(shop)).approvedAddresses).toEqual([]);
    await staff().call(approveMqttHost, { params, query: { orgId } });
    await isConnected(shop);
    await staff().call(revokeMqttHost, { params, query: { orgId } });
    await expect.poll(async () => (await stateOf(shop)).state, within(10)).toBe('private');
    const entries = await staff().call(listAudit, { query: { orgId } });
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('mqtt'));
    expect(actions.toReversed()).toEqual([
      'mqtt-broker-created',
      'mqtt-host-approved',
      'mqtt-broker-changed',
      'mqtt-host-approved',
      'mqtt-host-approval-revoked',
    ]);
  });

  it('[I181] [S130] says what is wrong; stored secrets are never shown or sent elsewhere', async () => {
    const [shop, broker] = [await aShop(), await aBroker({ password: 'right-one', refusedTopic: 'secret/#' })];
    const login = { username: 'atrium', password: 'wrong-one' };
    const params = await connect(shop, broker, login);
    const refused = 'The broker refused the user name or the password.';
    await expect.poll(async () => (await stateOf(shop)).lastError, within(10)).toBe(refused);
    const { admin } = shop;
    const stored = { ...bodyFor(broker), mqttBrokerId: params.mqttBrokerId };
    const tried = (body: object) => admin.call(testMqttBroker, { body: { ...stored, ...body } });
    expect(await tried({ username: 'atrium', password: 'right-one' })).toEqual({
      isConnected: true,
      message: 'Connected and subscribed to every topic.',
    });
    expect(
      (await tried({ topics: [{ filter: 'secret/#', vendor: 'xovis5' }], ...login, password: 'right-one' })).message,
    ).toBe(linkTexts.refusedTopic('secret/#'));
    await admin.call(updateMqttBroker, { params, body: { password: 'right-one' } });
    await isConnected(shop);

    const elsewhere = await aBroker();
    const path = `/api/mqtt-broker/${params.mqttBrokerId}`;
    for (const answer of [
      await admin.send('PUT', path, { port: elsewhere.port }),
      await admin.post('/api/mqtt-broker/test', { ...stored, port: elsewhere.port }),
    ]) {
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain('"password"');
    }
    const [row] = await world().registry.system(({ sql }) => sql.select().from(mqttBroker));
    const shown = JSON.stringify([await admin.call(listMqttBrokers, {}), row, await admin.call(listAudit, {})]);
    for (const secret of ['right-one', 'wrong-one']) expect(shown + world().log.join()).not.toContain(secret);
    expect(elsewhere.clients).toEqual([]);
  });

  it('[I182] uses TLS with a private authority and a client certificate, and nothing less', async ({ skip }) => {
    const made = await makeCertificates();
    if (!made) return skip('openssl is not installed');
    const tls = { ...made.server, ca: made.ca, requestCert: true, rejectUnauthorized: true };
    const [shop, broker] = [await aShop(), await aBroker({ tls })];
    const { admin } = shop;
    const params = await connect(shop, broker, { tls: true });
    const untrusted = 'The certificate of the broker is not trusted. Add the CA certificate that signed it.';
    await expect.poll(async () => (await stateOf(shop)).lastError, within(10)).toBe(untrusted);
    const certificates = { caCertificate: made.ca, clientCertificate: made.client.cert, clientKey: made.client.key };
    const path = `/api/mqtt-broker/${params.mqttBrokerId}`;
    for (const [body, field] of [
      [{ ...certificates, clientKey: made.server.key }, 'clientKey'],
      [{ caCertificate: 'nonsense' }, 'caCertificate'],
      [{ caCertificate: '-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----' }, 'caCertificate'],
      [{ clientCertificate: made.client.cert }, 'clientKey'],
    ] as const) {
      const answer = await admin.send<{ details: { path: string }[] }>('PUT', path, body);
      expect([answer.status, answer.body.details.map((detail) => detail.path)]).toEqual([400, [field]]);
    }
    await admin.call(updateMqttBroker, { params, body: certificates });
    await isConnected(shop);
    await broker.publish(topicOf(shop), minute(shop, 12));
    await expect.poll(() => numberOf(shop), within(10)).toBe(12);
    return undefined;
  });

  it('[I216] with other settings is not shown with the error of the former ones, however late that is noted', async () => {
    const [shop, broker] = [await aShop(), await aBroker()];
    const { mqttBrokerId } = await connect(shop, broker);
    await isConnected(shop);
    const { rows } = await world().registry.owner.query<{ holder: string }>('SELECT holder FROM mqtt_link');
    const holder = rows[0]!.holder;
    const late = { lastError: 'Staff must approve it.', lastErrorAt: world().now(), connectedSince: null };
    const status = { ...late, state: 'private' as const, lastMessageAt: null, received: 0, discarded: 0 };
    const noteOf = (version: number) =>
      world().registry.system(({ client }) => {
        return saveStatus(client, holder, { mqttBrokerId, version }, status, { received: 0, discarded: 0 });
      });
    await noteOf(1);
    expect(await stateOf(shop)).toMatchObject({ state: 'connected', lastError: null });
    await noteOf(2);
    expect(await stateOf(shop)).toMatchObject({ state: 'private', lastError: late.lastError });
  });
});
