import type { CustomFieldType } from '@atrium/rules/custom-field';

/** The owner of the fields. */
export interface FieldOwner {
  type: CustomFieldType;
  orgId: string;
  /** The organization itself when it is one. */
  entityId: string;
  /** For a zone. */
  sensorId?: string;
}

/** The parameters of a call: an organization has its own parameter, everything else is inside its organization. */
export function requestOf({ type, orgId, entityId, sensorId }: FieldOwner) {
  if (type === 'org') return { params: { orgId }, query: {} };
  return { params: { entityId, ...(sensorId !== undefined && { sensorId }) }, query: { orgId } };
}
