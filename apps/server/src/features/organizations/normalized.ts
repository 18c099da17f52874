import { cascadeCapabilities, type DependentCapabilities } from '@atrium/rules/capability-cascade';
import { namedProblems } from '@atrium/rules/contact';
import { readPublicKey } from '@atrium/rules/sftp-public-key';
import { refuseProblems } from '../../refusal.ts';

interface Chosen extends DependentCapabilities {
  readonly name: string | null;
  readonly sftpPublicKey: string | null;
}

/** A normalized organization: features without their prerequisites are off, empty values are null. */
export function normalized<T extends Chosen>(chosen: T): T & { name: string } {
  const { name, sftpPublicKey, ...values } = chosen;
  const key = sftpPublicKey === null || sftpPublicKey.trim() === '' ? { key: null } : readPublicKey(sftpPublicKey);
  refuseProblems([
    ...namedProblems({ name }),
    ...('problem' in key ? [{ path: 'sftpPublicKey', message: key.problem }] : []),
  ]);
  const stored = { ...withoutEmptiness(values), name, sftpPublicKey: 'key' in key ? key.key : null };
  return cascadeCapabilities(stored as T & { name: string });
}

function withoutEmptiness<T extends object>(values: T): T {
  const entries = Object.entries(values) as [keyof T, unknown][];
  return Object.fromEntries(entries.map(([field, value]) => [field, isEmpty(value) ? null : value])) as T;
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
