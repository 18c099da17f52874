import type { AttachableType } from '@atrium/rules/attachment';

/** What the files are attached to. */
export interface FileOwner {
  type: AttachableType;
  orgId: string;
  /** The organization itself when it is one. */
  entityId: string;
}

/** How a call names it: an organization by its own parameter, everything else inside of its organization. */
export function requestOf({ type, orgId, entityId }: FileOwner) {
  return type === 'org' ? { params: { orgId }, query: {} } : { params: { entityId }, query: { orgId } };
}
