import { problemIf } from '@atrium/rules/problem';
import { roleIds } from '@atrium/contract/access';
import { invite, listInvitations, type SentInvitation } from '@atrium/contract/invitations';
import { listLocations } from '@atrium/contract/locations';
import { listUsers, type UserRole } from '@atrium/contract/users';
import { isEmail } from '@atrium/rules/email';
import { inviteRoles, type RoleId } from '@atrium/rules/role-editing';
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { offerLink } from './offer-link.ts';
import { texts } from './texts.ts';
import { useOrganizationRoles } from './use-roles.ts';

interface Props {
  orgId: string;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  inviteeEmail: string;
  inviteRole: string;
  locationIds: string[];
}

const problems = (value: Values) =>
  problemIf(!isEmail(value.inviteeEmail.trim()), 'inviteeEmail', texts.invite.emailWrong);

/** Invites one person. The first of an organization can only become its administrator. */
export function InviteDialog({ orgId, onClose }: Props) {
  const people = useList(listUsers, { query: { orgId, limit: 1 } }, { texts: texts.list });
  const roles = useOrganizationRoles();
  const failed = people.isError || roles.isError;
  useEffect(() => {
    // A toast reports what could not be loaded; the next click tries again.
    if (failed) onClose();
  }, [failed, onClose]);
  if (!people.data || !roles.data) return null;
  const offered = roles.data.filter(({ roleId }) => inviteRoles(people.data.total).includes(roleId as RoleId));
  return <InviteForm orgId={orgId} roles={offered} onClose={onClose} />;
}

function InviteForm({ orgId, roles, onClose }: Props & { roles: readonly UserRole[] }) {
  const words = texts.invite;
  const send = useWrite(invite, words.sent, [listUsers, listInvitations]);
  const locations = useList(
    listLocations,
    { query: { orgId, limit: 1000, order: 'name' } },
    { texts: texts.locations },
  );
  const { form, dialog } = useWriteForm<Values, SentInvitation>({
    problems,
    initialValues: { inviteeEmail: '', inviteRole: String(roles[0]?.roleId ?? ''), locationIds: [] },
    submit: ({ inviteeEmail, inviteRole, locationIds }) =>
      send.mutateAsync({
        params: { orgId },
        body: {
          inviteeEmail: inviteeEmail.trim(),
          inviteRole: inviteRole === String(roleIds.OrganizationAdministrator) ? 2 : 1,
          locationIds: isLimited(inviteRole) ? locationIds : [],
        },
      }),
    done: ({ link, inviteeEmail }) => {
      onClose();
      if (link !== undefined) void offerLink(texts.invite.byHand(inviteeEmail), link);
    },
  });
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} {...dialog}>
      <TextInput
        label={words.email}
        type="email"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('inviteeEmail')}
      />
      <Select
        label={words.role}
        {...(roles.length === 1 && { description: words.firstRole })}
        data={roles.map(({ roleId, label }) => ({ value: String(roleId), label }))}
        allowDeselect={false}
        {...form.getInputProps('inviteRole')}
      />
      {isLimited(form.getValues().inviteRole) && (
        <MultiSelect
          label={words.locations}
          description={words.locationsHelp}
          data={(locations.data?.rows ?? []).map(({ locationId, name }) => ({ value: locationId, label: name }))}
          searchable
          clearable
          hidePickedOptions
          {...form.getInputProps('locationIds')}
        />
      )}
    </FormDialog>
  );
}

/** Only ordinary users can be limited to locations. */
function isLimited(inviteRole: string): boolean {
  return inviteRole === String(roleIds.OrganizationUser);
}
