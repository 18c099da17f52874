import type { Options } from '@atrium/rules/dashboard';
import {
  type EntityRole,
  entityRoles,
  entityTypeOfRole,
  isEntityRole,
  isRoleOfOne,
} from '@atrium/rules/template-roles';
import { Select } from '@mantine/core';
import { texts } from './texts.ts';

interface Props {
  dataOptions: Options;
  /** The card is about one place. */
  isOne: boolean;
  onChange: (changed: Options) => void;
}

/** The places of a card of a template, which each organization fills with its own. */
export function RoleField({ dataOptions, isOne, onChange }: Props) {
  const { entityRole: chosen } = dataOptions;
  const roles = Object.keys(entityRoles)
    .filter(isEntityRole)
    .filter((role) => role === chosen || !isOne || isRoleOfOne(role));
  return (
    <Select
      label={texts.role}
      description={texts.roleHelp}
      placeholder={texts.noRole}
      allowDeselect={false}
      searchable
      data={roles.map((role) => ({ value: role, label: entityRoles[role] }))}
      value={isEntityRole(chosen) ? chosen : null}
      onChange={(role) => role !== null && onChange(optionsOf(role))}
    />
  );
}

/** Places of one organization that were chosen before mean nothing in another. */
function optionsOf(entityRole: EntityRole): Options {
  return { entityRole, entityType: entityTypeOfRole(entityRole), entityIds: [], entityId: null };
}
