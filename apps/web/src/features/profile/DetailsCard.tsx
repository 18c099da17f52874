import { getOwnRoles, updateProfile } from '@atrium/contract/account';
import { getProfile, type Profile } from '@atrium/contract/profile';
import { isEmail } from '@atrium/rules/email';
import { Button, PasswordInput, Select, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import * as z from 'zod/mini';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { PendingEmail } from './PendingEmail.tsx';
import { texts } from './texts.ts';

type Values = Record<'name' | 'email' | 'phone' | 'timezone' | 'currentPassword', string>;

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.nameMissing)),
  email: z.string().check(z.trim(), z.refine(isEmail, texts.emailWrong)),
  phone: z.string(),
  timezone: z.string(),
  currentPassword: z.string(),
});

/** Refetched, so that nobody edits outdated values. */
export function DetailsCard() {
  const found = useEndpoint(getProfile, { query: { include: 'organization' } }, { texts: texts.read });
  return (
    <Card>
      <Title order={2} mb="md">
        {texts.details}
      </Title>
      {found.data ? (
        <DetailsForm profile={found.data} />
      ) : found.error ? (
        <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={440} />
      )}
    </Card>
  );
}

function DetailsForm({ profile }: { profile: Profile }) {
  const update = useWrite(updateProfile, texts.updated, [getProfile]);
  const saved = valuesOf(profile);
  const { form, onSubmit, submitting, failure } = useWriteForm<Values, Profile>({
    noAnswer: texts.noAnswer,
    schema,
    focusFirst: false,
    initialValues: saved,
    submit: (values) => update.mutateAsync({ body: changesBetween(saved, values) }),
    done: (result) => {
      form.setInitialValues(valuesOf(result));
      form.setValues(valuesOf(result));
    },
  });
  const field = (name: keyof Values) => ({ label: texts.fields[name], ...form.getInputProps(name) });
  const isMoving = form.getValues().email.trim() !== saved.email;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <FormFailure message={failure} />
        <TextInput {...field('name')} required autoComplete="name" />
        <TextInput
          {...field('email')}
          required
          type="email"
          autoComplete="email"
          readOnly={profile.isSSOUser}
          description={profile.isSSOUser ? texts.emailSso : texts.emailHelp}
        />
        {profile.pendingEmail !== null && (
          <PendingEmail email={profile.pendingEmail} disabled={profile.actingStaff !== null} />
        )}
        {isMoving && (
          <PasswordInput
            {...field('currentPassword')}
            required
            autoComplete="current-password"
            description={texts.currentPasswordHelp}
          />
        )}
        <TextInput {...field('phone')} type="tel" autoComplete="tel" />
        <Select
          {...field('timezone')}
          data={timeZones}
          searchable
          clearable
          limit={100}
          description={texts.timezoneHelp}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
        />
        <GivenFacts profile={profile} />
        <div>
          <Button type="submit" loading={submitting} disabled={!form.isDirty()}>
            {texts.password.save}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Fields that others control. */
function GivenFacts({ profile }: { profile: Profile }) {
  const roles = useEndpoint(getOwnRoles, {}, { texts: texts.rolesRead });
  return (
    <Facts>
      <dt>{texts.role}</dt>
      <dd>{(roles.data ?? profile.roles).map((role) => texts.roleNames[role]).join(', ')}</dd>
      {profile.org && (
        <>
          <dt>{texts.organization}</dt>
          <dd>{profile.org.name}</dd>
        </>
      )}
    </Facts>
  );
}

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function valuesOf({ name, email, phone, timezone }: Profile): Values {
  return { name, email, phone: phone ?? '', timezone: timezone ?? '', currentPassword: '' };
}

/** Only changed fields; emptied ones are cleared. */
function changesBetween(before: Values, after: Values) {
  const email = after.email.trim();
  return {
    ...(after.name.trim() !== before.name && { name: after.name }),
    ...(email !== before.email && { email, currentPassword: after.currentPassword }),
    ...(after.phone !== before.phone && { phone: after.phone.trim() || null }),
    ...(after.timezone !== before.timezone && { timezone: after.timezone || null }),
  };
}
