import type { CustomFieldType } from '@atrium/rules/custom-field';

/** Whose fields are shown. */
export interface FieldOwner {
  type: CustomFieldType;
  orgId: string;
  /** The organization itself when it is one. */
  entityId: string;
  /** Of a zone. */
  sensorId?: string;
}

/** How a call names it: an organization by its own parameter, everything else inside of its organization. */
export function requestOf({ type, orgId, entityId, sensorId }: FieldOwner) {
  if (type === 'org') return { params: { orgId }, query: {} };
  return { params: { entityId, ...(sensorId !== undefined && { sensorId }) }, query: { orgId } };
}
