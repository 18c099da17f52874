import { weekStarts } from '@atrium/calendar/civil';
import { getOrganization, type Organization, updateOrganization } from '@atrium/contract/organizations';
import { type Problem, problemIf } from '@atrium/rules/problem';
import { readPublicKey } from '@atrium/rules/sftp-public-key';
import { areTrackDays, trackDaysText } from '@atrium/rules/track-days';
import { Select, Switch, Textarea, TextInput, Title } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { useRowForm } from '../../forms/use-row-form.ts';
import { EmailList } from './EmailList.tsx';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

interface Settings extends Record<string, unknown> {
  systemNotificationEmails: string[];
  sensorNotificationEmails: string[];
  permitComparisonViews: boolean;
  withholdSmallGroups: boolean;
  trackDays: string;
  requireSecondFactor: boolean;
  sftpPublicKey: string;
  /** The value of a choice. */
  weekStart: string;
}

const problems = ({ sftpPublicKey, trackDays: days }: Settings): Problem[] => {
  const key = sftpPublicKey.trim() === '' ? undefined : readPublicKey(sftpPublicKey);
  return [
    ...(key && 'problem' in key ? [{ path: 'sftpPublicKey', message: key.problem }] : []),
    ...problemIf(!areTrackDays(days), 'trackDays', trackDaysText),
  ];
};

/** The settings that an organization's administrators can change. */
export function OrganizationSettings({ organization }: { organization: Organization }) {
  const words = texts.settings;
  const update = useWrite(updateOrganization, texts.updated, [getOrganization]);
  const { form, onSubmit, submitting, failure, isDirty } = useRowForm<Organization, Settings>({
    row: organization,
    valuesOf: (row = organization) => settingsOf(row),
    problems,
    focusFirst: false,
    submit: (values, opened = organization) =>
      update.mutateAsync({
        params: { orgId: opened.orgId },
        body: changesBetween(settingsOf(opened), values),
        seenVersion: opened.version,
      }),
  });
  const emails = (field: 'systemNotificationEmails' | 'sensorNotificationEmails') => ({
    label: words[field],
    emails: form.getValues()[field],
    error: form.errors[field],
    onChange: (next: string[]) => form.setFieldValue(field, next),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormFailure message={failure} />
      <Cards>
        <Card>
          <Title order={2} mb="md">
            {words.notifications}
          </Title>
          <EmailList {...emails('systemNotificationEmails')} />
          <EmailList {...emails('sensorNotificationEmails')} />
        </Card>
        <div>
          <Card>
            <Title order={2} mb="md">
              {words.comparison}
            </Title>
            <Switch
              label={words.permitComparisonViews}
              description={words.comparisonHelp}
              {...form.getInputProps('permitComparisonViews', { type: 'checkbox' })}
            />
          </Card>
          <Card className={classes['below'] ?? ''}>
            <Title order={2} mb="md">
              {words.privacy}
            </Title>
            <Switch
              label={words.withholdSmallGroups}
              description={words.withholdSmallGroupsHelp}
              {...form.getInputProps('withholdSmallGroups', { type: 'checkbox' })}
            />
            <TextInput
              mt="md"
              label={words.trackDays}
              description={words.trackDaysHelp}
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('trackDays')}
            />
          </Card>
          <Card className={classes['below'] ?? ''}>
            <Title order={2} mb="md">
              {words.calendar}
            </Title>
            <Select
              label={words.weekStart}
              description={words.weekStartHelp}
              data={weekStarts.map((day) => ({ value: String(day), label: words.weekStarts[day] }))}
              allowDeselect={false}
              {...form.getInputProps('weekStart')}
            />
          </Card>
          <Card className={classes['below'] ?? ''}>
            <Title order={2} mb="md">
              {words.signIn}
            </Title>
            <Switch
              label={words.requireSecondFactor}
              description={organization.ssoConnId ? words.secondFactorSso : words.secondFactorHelp}
              {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
            />
          </Card>
          <Card className={classes['below'] ?? ''}>
            <Title order={2} mb="md">
              {words.sftp}
            </Title>
            <Textarea
              label={words.sftpPublicKey}
              description={organization.sftpEnabled ? words.sftpHelp : words.sftpOff}
              autosize
              minRows={3}
              maxRows={8}
              spellCheck={false}
              {...form.getInputProps('sftpPublicKey')}
            />
          </Card>
        </div>
      </Cards>
      <SaveBar shown={isDirty} submitting={submitting} onDiscard={() => form.reset()} />
    </form>
  );
}

function settingsOf(organization: Organization): Settings {
  return {
    systemNotificationEmails: organization.systemNotificationEmails ?? [],
    sensorNotificationEmails: organization.sensorNotificationEmails ?? [],
    permitComparisonViews: organization.permitComparisonViews,
    withholdSmallGroups: organization.withholdSmallGroups,
    trackDays: String(organization.trackDays),
    requireSecondFactor: organization.requireSecondFactor ?? false,
    sftpPublicKey: organization.sftpPublicKey ?? '',
    weekStart: String(organization.weekStart),
  };
}

/** Only what differs; an empty list and an empty key are sent as null. */
function changesBetween(before: Settings, after: Settings) {
  return {
    ...(before.systemNotificationEmails.join() !== after.systemNotificationEmails.join() && {
      systemNotificationEmails: orNull(after.systemNotificationEmails),
    }),
    ...(before.sensorNotificationEmails.join() !== after.sensorNotificationEmails.join() && {
      sensorNotificationEmails: orNull(after.sensorNotificationEmails),
    }),
    ...(before.permitComparisonViews !== after.permitComparisonViews && {
      permitComparisonViews: after.permitComparisonViews,
    }),
    ...(before.withholdSmallGroups !== after.withholdSmallGroups && {
      withholdSmallGroups: after.withholdSmallGroups,
    }),
    ...(before.trackDays !== after.trackDays && { trackDays: Number(after.trackDays) }),
    ...(before.requireSecondFactor !== after.requireSecondFactor && {
      requireSecondFactor: after.requireSecondFactor,
    }),
    ...(before.weekStart !== after.weekStart && {
      weekStart: weekStarts.find((day) => String(day) === after.weekStart),
    }),
    ...(before.sftpPublicKey !== after.sftpPublicKey && { sftpPublicKey: after.sftpPublicKey.trim() || null }),
  };
}

function orNull(emails: string[]): string[] | null {
  return emails.length === 0 ? null : emails;
}
