import { requestedRange } from '@atrium/rules/package-request';
import { answerTo, type Credentials } from '../../outgoing/challenge.ts';
import type { Outgoing } from '../../outgoing/guarded-fetch.ts';
import { RequestRefused, requestWords } from './words.ts';

/** A gap of a sensor, and where the sensor is asked. */
export interface WantedPackages extends Credentials {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly approvedAddresses: readonly string[];
  /** PEM: the certificate of the sensor, or of who signed it. */
  readonly ca?: string | undefined;
  readonly agent: string;
  readonly first: number;
  readonly last: number;
  /** Epoch seconds. */
  readonly afterAt: number;
  readonly beforeAt: number;
}

/** The agents of a sensor have numbers; those of the sensors behind another one do not end up here. */
export function isTriggerable(agent: string): boolean {
  return /^\d{1,15}$/.test(agent);
}

/**
 * Triggers a data push agent of a Xovis sensor with firmware 5 for a range of time (its API v5, `docs/adr/0033`). The sensor
 * answers at once and pushes afterward, to where it always does. Throws when it does not accept.
 */
export async function triggerXovis(outgoing: Pick<Outgoing, 'fetch'>, wanted: WantedPackages): Promise<void> {
  const { host, port, tls, agent, approvedAddresses, ca } = wanted;
  if (!isTriggerable(agent)) throw new RequestRefused(requestWords.agent);
  const path = `/api/v5/singlesensor/data/push/agents/${agent}/trigger`;
  const url = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
  const method = 'POST';
  const body = JSON.stringify(triggerOf(wanted));
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const send = (more: Record<string, string>) =>
    outgoing.fetch(url, { method, headers: { ...headers, ...more }, body, approvedAddresses, ca });

  // Without the password first: the sensor says how it wants to receive it.
  let answer = await send({});
  if (answer.status === 401) {
    const challenge = answer.headers.get('www-authenticate');
    answer = await send({ Authorization: answerTo(challenge, wanted, { method, path }) });
  }
  refuseStatus(answer.status);
  if (!isAccepted(await answer.text())) throw new RequestRefused(requestWords.nonsense);
}

/** `package_id_start` numbers what is sent again, so that the numbers fill the gap where packages are cut as before. */
function triggerOf(wanted: WantedPackages): object {
  const { from, to } = requestedRange(wanted);
  return { type: 'TIME_RANGE', time_from: timeOf(from), time_to: timeOf(to), package_id_start: wanted.first };
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

function refuseStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status >= 500 || status === 429) throw new Error(requestWords.error(status));
  if (status >= 300 && status < 400) throw new RequestRefused(requestWords.redirect);
  if (status === 401) throw new RequestRefused(requestWords.password);
  if (status === 403) throw new RequestRefused(requestWords.forbidden);
  if (status === 404) throw new RequestRefused(requestWords.unknown);
  throw new RequestRefused(requestWords.refused(status));
}

/** The status of the trigger, alone or in an array; some versions repeat what they were asked instead. */
function isAccepted(text: string): boolean {
  try {
    const parsed = JSON.parse(text) as unknown;
    const answer = (Array.isArray(parsed) ? parsed[0] : parsed) as { status?: unknown; type?: unknown } | null;
    return answer?.status === 'BUSY' || answer?.status === 'IDLE' || answer?.type === 'TIME_RANGE';
  } catch {
    return false;
  }
}
