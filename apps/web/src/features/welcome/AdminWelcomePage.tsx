import { listOutbox } from '@atrium/contract/mail';
import { newestOfflineSensors } from '@atrium/contract/offline-sensors';
import { listOrganizations, type Organization, searchOrganizations } from '@atrium/contract/organizations';
import { listSensors } from '@atrium/contract/sensors';
import { listUsers } from '@atrium/contract/users';
import { isExpired, welcomeExpiry } from '@atrium/rules/subscription';
import { Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { calendarDate, longDate } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { count } from '../../format/numbers.ts';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './AdminWelcomePage.module.css';
import { adminTexts as texts } from './admin-texts.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { SystemWarnings } from './SystemWarnings.tsx';

const soonDays = 60;

/** The start page of staff: totals, what ends soon, who is new. */
export function AdminWelcomePage() {
  const { profile } = useScope();
  const now = new Date(useNow(60_000));
  const endsBy = `<=${new Date(now.getTime() + soonDays * 86_400_000).toISOString().slice(0, 10)}`;
  const organizations = useList(
    listOrganizations,
    { query: { limit: 6, order: '-createdAt' } },
    { texts: texts.organizations },
  );
  const ending = useList(
    searchOrganizations,
    { query: { limit: 6, order: 'subExpiration', subExpiration: endsBy, flags: 'isEnabled' } },
    { texts: texts.organizations, keep: true },
  );
  const people = useList(listUsers, { query: { limit: 1, kind: 'active' } }, { texts: texts.users });
  const invited = useList(listUsers, { query: { limit: 1, kind: 'invited' } }, { texts: texts.users });
  const waiting = useList(
    listOutbox,
    { query: { limit: 1, state: 'waiting' } },
    { texts: texts.outbox, every: 60_000 },
  );
  return (
    <Page title={texts.title(profile.name.split(' ')[0] ?? profile.name)} text={texts.text}>
      <SystemWarnings />
      <FirstSteps audience="staff" />
      <div className={classes['figures']}>
        <StatCard label={texts.figures.organizations} figure={figureOf(organizations.data?.total)}>
          <LinkButton variant="subtle" size="compact-sm" className={classes['open'] ?? ''} to="/app/orgs">
            {texts.open}
          </LinkButton>
        </StatCard>
        <StatCard label={texts.figures.users} figure={figureOf(people.data?.total)}>
          <LinkButton
            variant="subtle"
            size="compact-sm"
            className={classes['open'] ?? ''}
            to="/app/users"
            aria-label={texts.openUsers}
          >
            {texts.open}
          </LinkButton>
          <span>{invited.data && texts.invited(count(invited.data.total))}</span>
        </StatCard>
        <StatCard label={texts.figures.mails} figure={figureOf(waiting.data?.total)}>
          <LinkButton
            variant="subtle"
            size="compact-sm"
            className={classes['open'] ?? ''}
            to="/app/outbox"
            aria-label={texts.openOutbox}
          >
            {texts.open}
          </LinkButton>
        </StatCard>
      </div>
      <Cards>
        <OfflineCard now={now} />
        <OrganizationCard title={texts.ending} none={texts.noneEnding} rows={ending.data?.rows}>
          {({ subExpiration }) => <Ending date={subExpiration} now={now} />}
        </OrganizationCard>
        <OrganizationCard title={texts.newest} none={texts.noneNew} rows={organizations.data?.rows}>
          {({ createdAt }) => longDate(createdAt)}
        </OrganizationCard>
      </Cards>
    </Page>
  );
}

function figureOf(total: number | undefined): string | undefined {
  return total === undefined ? undefined : count(total);
}

interface CardProps {
  title: string;
  none: string;
  rows: readonly Organization[] | undefined;
  children: (organization: Organization) => ReactNode;
}

function OrganizationCard({ title, none, rows, children }: CardProps) {
  return (
    <Card>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {rows?.length === 0 && <p className={classes['none']}>{none}</p>}
      {rows ? (
        <ul className={classes['rows']} aria-label={title}>
          {rows.map((organization) => (
            <li key={organization.orgId}>
              <RowLink to="/app/org/$orgId" params={{ orgId: organization.orgId }}>
                {organization.name}
              </RowLink>
              <span className={classes['note']}>{children(organization)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={160} />
      )}
    </Card>
  );
}

function OfflineCard({ now }: { now: Date }) {
  const newest = useEndpoint(newestOfflineSensors, {}, { texts: texts.offlineSensors, every: 60_000 });
  const sensors = useList(listSensors, { query: { limit: 1 } }, { texts: texts.sensors });
  // Without sensors none is online either.
  const noneOffline = sensors.data && (sensors.data.total === 0 ? texts.noSensor : texts.noneOffline);
  return (
    <Card>
      <div className={classes['cardHead']}>
        <Title order={2}>{texts.offline}</Title>
        <LinkButton
          variant="subtle"
          size="compact-sm"
          to="/app/offline-sensors"
          search={{ scope: 'all' }}
          aria-label={texts.openOffline}
        >
          {texts.open}
        </LinkButton>
      </div>
      {newest.data?.length === 0 && <p className={classes['none']}>{noneOffline}</p>}
      {newest.data ? (
        <ul className={classes['rows']} aria-label={texts.offline}>
          {newest.data.map(({ offlineSensorId, createdAt, sensor: { name, organization } }) => (
            <li key={offlineSensorId}>
              <RowLink to="/app/offline-sensors" search={{ scope: 'all', search: name }}>
                {name}
              </RowLink>
              <span className={classes['note']}>
                {organization?.name}, {ago(now.getTime() - Date.parse(createdAt))}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !newest.error && <Skeleton height={160} />
      )}
    </Card>
  );
}

function Ending({ date, now }: { date: string | null; now: Date }) {
  const soon = welcomeExpiry(date, now);
  return (
    <>
      {calendarDate(date)}{' '}
      {isExpired(date, now) ? (
        <Tag tone="danger">{texts.expired}</Tag>
      ) : (
        soon && <Tag tone={soon.level === 'error' ? 'danger' : 'warning'}>{texts.days(soon.days)}</Tag>
      )}
    </>
  );
}
