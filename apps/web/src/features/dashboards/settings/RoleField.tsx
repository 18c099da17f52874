import type { EntityType } from '@atrium/metrics/sources';
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
  /** The card is about places of this type alone. */
  entityType?: EntityType;
  /** What the card shows without a place; it needs one when absent. */
  withoutPlace?: string;
  onChange: (changed: Options) => void;
}

/** The places of a card of a template, which each organization fills with its own. */
export function RoleField({ dataOptions, isOne, entityType, withoutPlace, onChange }: Props) {
  const { entityRole: chosen } = dataOptions;
  const roles = Object.keys(entityRoles)
    .filter(isEntityRole)
    .filter((role) => role === chosen || ((!isOne || isRoleOfOne(role)) && isOfType(role, entityType)));
  return (
    <Select
      label={texts.role}
      description={texts.roleHelp}
      placeholder={texts.noRole}
      allowDeselect={false}
      searchable
      data={[
        ...(withoutPlace === undefined ? [] : [{ value: '', label: withoutPlace }]),
        ...roles.map((role) => ({ value: role, label: entityRoles[role] })),
      ]}
      value={isEntityRole(chosen) ? chosen : withoutPlace === undefined ? null : ''}
      onChange={(role) => role !== null && onChange(isEntityRole(role) ? optionsOf(role) : noRole)}
    />
  );
}

const noRole: Options = { entityRole: null, entityIds: [], entityId: null };

function isOfType(role: EntityRole, entityType: EntityType | undefined): boolean {
  return entityType === undefined || entityTypeOfRole(role) === entityType;
}

/** Places of one organization that were chosen before mean nothing in another. */
function optionsOf(entityRole: EntityRole): Options {
  return { entityRole, entityType: entityTypeOfRole(entityRole), entityIds: [], entityId: null };
}
