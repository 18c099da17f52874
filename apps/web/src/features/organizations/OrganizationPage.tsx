import {
  deleteOrganization,
  getOrganization,
  listOrganizations,
  type Organization,
  searchOrganizations,
} from '@atrium/contract/organizations';
import { isExpired } from '@atrium/rules/subscription';
import { Button, Skeleton } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Visit } from '../../analytics/Visit.tsx';
import { useScope } from '../../api/scope.tsx';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { confirmByName } from '../../ui/confirm-by-name.ts';
import { type GroupedTab, GroupedTabs } from '../../ui/GroupedTabs.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AddressesTab } from './AddressesTab.tsx';
import { ContactsTab } from './ContactsTab.tsx';
import { OrganizationFacts } from './OrganizationFacts.tsx';
import { OrganizationForm } from './OrganizationForm.tsx';
import { OrganizationSettings } from './OrganizationSettings.tsx';
import { texts } from './texts.ts';

const groupIds = ['about', 'people', 'places', 'records', 'settings'] as const;
type GroupId = (typeof groupIds)[number];
export type OrganizationTabs = Readonly<Partial<Record<GroupId, readonly GroupedTab[]>>>;

interface Props {
  /** Panels of other features, by group. */
  tabsOf: (organization: Organization) => OrganizationTabs;
}

const route = getRouteApi('/app/org/$orgId');

/** One organization, or a new one. */
export function OrganizationPage({ tabsOf }: Props) {
  const { orgId } = route.useParams();
  const navigate = useNavigate();
  if (orgId === 'new')
    return (
      <Page title={texts.newTitle} trail={[{ text: texts.page, to: '/app/orgs' }]}>
        <OrganizationForm
          onCreated={(created) => void navigate({ to: '/app/org/$orgId', params: { orgId: created }, replace: true })}
        />
      </Page>
    );
  return <ExistingOrganization key={orgId} orgId={orgId} tabsOf={tabsOf} />;
}

function ExistingOrganization({ orgId, tabsOf }: Props & { orgId: string }) {
  const { isStaff } = useScope();
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const found = useEndpoint(getOrganization, { params: { orgId } }, { texts: texts.read });
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const organization = found.data;
  const own: OrganizationTabs = {
    about: [
      {
        id: 'details',
        label: texts.tabs.details,
        keepMounted: true,
        content: isStaff ? (
          <OrganizationForm organization={organization} />
        ) : (
          <OrganizationFacts organization={organization} />
        ),
      },
      { id: 'contacts', label: texts.tabs.contacts, content: <ContactsTab orgId={organization.orgId} /> },
      { id: 'addresses', label: texts.tabs.addresses, content: <AddressesTab orgId={organization.orgId} /> },
    ],
    settings: [
      {
        id: 'settings',
        label: texts.tabs.settings,
        keepMounted: true,
        content: <OrganizationSettings organization={organization} />,
      },
    ],
  };
  const others = tabsOf(organization);
  const groups = groupIds.map((id) => ({
    id,
    label: texts.tabGroups[id],
    tabs: [...(own[id] ?? []), ...(others[id] ?? [])],
  }));
  return (
    <Page
      title={organization.name}
      tags={<StateTags organization={organization} />}
      actions={<Actions organization={organization} />}
      trail={isStaff ? [{ text: texts.page, to: '/app/orgs' }] : []}
    >
      <Visit
        type="organization"
        id={organization.orgId}
        name={organization.name}
        orgId={organization.orgId}
        locationId={null}
      />
      <GroupedTabs
        label={texts.tabList}
        groups={groups}
        value={tab}
        onChange={(chosen) =>
          void navigate({
            to: '/app/org/$orgId',
            params: { orgId },
            search: chosen === 'details' ? {} : { tab: chosen },
            replace: true,
          })
        }
      />
    </Page>
  );
}

function StateTags({ organization }: { organization: Organization }) {
  const now = new Date(useNow(60_000));
  return (
    <>
      {!organization.isEnabled && <Tag>{texts.disabled}</Tag>}
      {isExpired(organization.subExpiration, now) && <Tag tone="danger">{texts.expired}</Tag>}
    </>
  );
}

function Actions({ organization }: { organization: Organization }) {
  const { orgId, name } = organization;
  const { isStaff, orgId: chosen, chooseOrganization } = useScope();
  const navigate = useNavigate();
  const remove = useWrite(deleteOrganization, texts.deleted, [listOrganizations, searchOrganizations]);
  if (!isStaff) return null;
  const askAndRemove = async () => {
    const { label, ...question } = texts.deletion;
    if (!(await confirmByName({ ...question, label: label(name), name }))) return;
    await remove.mutateAsync({ params: { orgId } });
    await navigate({ to: '/app/orgs' });
  };
  return (
    <>
      {chosen !== orgId && (
        <Button
          variant="default"
          leftSection={<IconLogin2 size={16} aria-hidden />}
          onClick={() => chooseOrganization(orgId)}
        >
          {texts.work}
        </Button>
      )}
      <PageMenu remove={texts.remove} onRemove={askAndRemove} />
    </>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width={280} height={36} mb="md" />
      <Skeleton height={40} mb="md" />
      <Card>
        <Skeleton height={320} />
      </Card>
    </div>
  );
}
