import { catalog } from '@atrium/contract/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('[S106] requires a recent proof for every call that creates, shows or weakens credentials', async () => {
  const { orgId } = await world.organization({ apiClientsEnabled: true, alarmsEnabled: true });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const staff = await world.signIn(await world.staff());
  const { userId } = await world.user({ orgId });
  const id = userId;
  const guarded: string[] = [];
  world.pass({ minutes: 10, seconds: 1 });
  for (const { name, method, path, access } of catalog) {
    if (access.kind !== 'session' || !access.needsRecentProof) continue;
    guarded.push(name);
    const caller = access.roles?.includes('OrganizationAdministrator') === false ? staff : admin;
    const answer = await caller.send(
      method,
      pathOf(path, {
        orgId,
        userId,
        macAddress: id,
        pushKeyId: id,
        passkeyId: id,
        mqttBrokerId: id,
        clientId: id,
        webhookId: id,
      }),
    );
    expect([name, answer]).toMatchObject([name, { status: 403, body: { status: 'proofRequired' } }]);
  }
  expect(guarded.toSorted()).toEqual([
    'approveMqttHost',
    'approveSensorHost',
    'assignRole',
    'createApiClient',
    'createKioskLink',
    'createMqttBroker',
    'createPushKey',
    'createWebhook',
    'deleteSsoConnection',
    'enableLogin',
    'getPushKey',
    'getSensorPassword',
    'invite',
    'inviteMany',
    'removeAuthenticator',
    'removePasskey',
    'renewInvitation',
    'renewRecoveryCodes',
    'renewWebhookSecret',
    'resetLogin',
    'resetSecondFactor',
    'rotatePushKey',
    'sendUserPasswordReset',
    'setSsoConnection',
    'setStaffPolicy',
    'startAuthenticator',
    'startPasskey',
    'testMqttBroker',
    'updateKioskLink',
    'updateMqttBroker',
    'updatePackageRequests',
  ]);
  const wire = Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0\x20${'k'.repeat(32)}`).toString('base64');
  const settings = (body: object) => admin.send('PUT', `/api/org/${orgId}`, body);
  for (const body of [{ requireSecondFactor: true }, { sftpPublicKey: `ssh-ed25519 ${wire}` }]) {
    expect(await settings(body)).toMatchObject({ status: 403, body: { status: 'proofRequired' } });
  }
  expect((await settings({ permitComparisonViews: false })).status).toBe(200);
});
