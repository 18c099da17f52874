import { getTraffic } from '@atrium/contract/data';
import { getSite, type SiteWithIncludes } from '@atrium/contract/sites';
import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Visit } from '../../analytics/Visit.tsx';
import { count } from '../../format/numbers.ts';
import { LiveFacts } from '../../analytics/LiveFacts.tsx';
import { usePlaceTrail } from '../../analytics/use-place-trail.ts';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { type PageTab, PageTabs } from '../../ui/PageTabs.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { PageSkeleton } from './LocationPage.tsx';
import classes from './places.module.css';
import { networkFields } from './site-values.ts';
import { SiteFields } from './SiteFields.tsx';
import { typeName } from './SitesPanel.tsx';
import { texts } from './texts.ts';
import { useMayEditPlaces } from './use-may-edit-places.ts';
import { useRemoveSite } from './use-remove-site.ts';
import { useSiteForm } from './use-site-form.ts';

const SiteHistory = lazy(() => import('./SiteHistory.tsx'));
const words = texts.sites;

interface Props {
  orgId: string;
  siteId: string;
  /** Tabs of other features, and the position of its own tabs among them. */
  tabsOf: (site: SiteWithIncludes, own: readonly PageTab[]) => readonly PageTab[];
  /** Panels of other features about its last days, above the counts. */
  pastOf: (site: SiteWithIncludes) => ReactNode;
}

/** One site. */
export function SitePage({ orgId, siteId, tabsOf, pastOf }: Props) {
  const mayEdit = useMayEditPlaces();
  const trailOf = usePlaceTrail();
  const request = { params: { siteId }, query: { orgId, include: 'sensor(zone,vendor_license),location' } };
  const found = useEndpoint(getSite, request, { texts: words.read });
  const seesCounts = useMay(getTraffic);
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const site = found.data;
  const history = {
    id: 'history',
    label: words.tabs.history,
    content: (
      <div className={classes['parts']}>
        {pastOf(site)}
        {seesCounts && (
          <Suspense fallback={<Skeleton height={380} />}>
            <SiteHistory site={site} />
          </Suspense>
        )}
      </div>
    ),
  };
  const tabs = tabsOf(site, [history]);
  const trail = trailOf({ orgId, location: site.location ?? undefined });
  return (
    <Page title={site.name} actions={mayEdit && <Actions site={site} />} trail={trail}>
      <Visit type="site" id={siteId} {...{ name: site.name, orgId, locationId: site.locationId, trail }} />
      <About site={site} isCounted={seesCounts} />
      <PageTabs label={words.tabList} tabs={tabs} />
    </Page>
  );
}

function About({ site, isCounted }: { site: SiteWithIncludes; isCounted: boolean }) {
  const { orgId, locationId, location, siteType, nodeCount, isDHCP } = site;
  return (
    <Card aria-label={words.about}>
      <Facts>
        <dt>{words.location}</dt>
        <dd>
          <RowLink to="/app/org/$orgId/location/$locationId" params={{ orgId, locationId }} search={{}}>
            {location?.name}
          </RowLink>
        </dd>
        {isCounted && location && <LiveFacts entityType="site" entityId={site.siteId} timezone={location.timezone} />}
        <dt>{words.fields.siteType}</dt>
        <dd>{typeName(siteType)}</dd>
        <dt>{words.fields.nodeCount}</dt>
        <dd>{count(nodeCount)}</dd>
        {isDHCP ? (
          <>
            <dt>{words.network}</dt>
            <dd>{words.dhcp}</dd>
          </>
        ) : (
          networkFields
            .filter((field) => site[field] !== null)
            .map((field) => (
              <div key={field} style={{ display: 'contents' }}>
                <dt>{words.fields[field]}</dt>
                <dd>{site[field]}</dd>
              </div>
            ))
        )}
      </Facts>
    </Card>
  );
}

function Actions({ site }: { site: SiteWithIncludes }) {
  const { orgId, locationId } = site;
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const removeSite = useRemoveSite();
  const remove = async () => {
    if (await removeSite(site))
      await navigate({ to: '/app/org/$orgId/location/$locationId', params: { orgId, locationId }, search: {} });
  };
  return (
    <>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
        {words.change}
      </Button>
      <PageMenu remove={words.remove} onRemove={remove} />
      {editing && <SiteDialog site={site} onClose={() => setEditing(false)} />}
    </>
  );
}

function SiteDialog({ site, onClose }: { site: SiteWithIncludes; onClose: () => void }) {
  const { form, onSubmit, submitting, failure, mayLeave } = useSiteForm(site.locationId, site, onClose);
  return (
    <FormDialog
      title={words.editDialog}
      submit={uiTexts.save}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
      <SiteFields form={form} />
    </FormDialog>
  );
}
