import type { AttachableType } from '@atrium/rules/attachable';

/** The owner of the files. */
export interface FileOwner {
  type: AttachableType;
  orgId: string;
  /** The organization itself when it is one. */
  entityId: string;
}

/** The parameters of a call: an organization has its own parameter, everything else is inside its organization. */
export function requestOf({ type, orgId, entityId }: FileOwner) {
  return type === 'org' ? { params: { orgId }, query: {} } : { params: { entityId }, query: { orgId } };
}
