import type { Transaction } from '../../registry/registry.ts';
import { pushKey } from '../../registry/schema/sensors.ts';
import { hashToken, newToken, type Secrets } from '../../secrets.ts';

/** Makes a push key for an organization, or for one of its sensors. Older keys stay valid until they are revoked. */
export async function issuePushKey(
  { sql }: Transaction,
  secrets: Secrets,
  owner: { orgId: string; sensorId?: string },
): Promise<string> {
  const key = newToken();
  await sql.insert(pushKey).values({
    orgId: owner.orgId,
    sensorId: owner.sensorId ?? null,
    keyHash: hashToken(key),
    keyEncrypted: secrets.seal(key),
  });
  return key;
}
