import type { Role } from '@atrium/contract/access';
import { type Organization, organizationFields } from '@atrium/contract/organizations';
import type { OrganizationRow } from './store.ts';

/** The fields of an organization that a role may see. Fields not listed for the role are absent. */
export function visibleTo(role: Role, row: OrganizationRow): Organization {
  const known = { ...row, createdAt: row.createdAt.toISOString() };
  const { members, administrators, staff } = organizationFields;
  return {
    ...pick(known, members.shape),
    ...(role !== 'OrganizationUser' && pick(known, administrators.shape)),
    ...(role === 'SenSourceUser' && pick(known, staff.shape)),
  };
}

function pick<Row extends object, Shape extends { [Key in keyof Row]?: unknown }>(
  row: Row,
  shape: Shape,
): Pick<Row, keyof Row & keyof Shape> {
  const keys = Object.keys(shape) as (keyof Row & keyof Shape)[];
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, keyof Row & keyof Shape>;
}
