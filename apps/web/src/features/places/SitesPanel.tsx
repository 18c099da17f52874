import type { SiteWithIncludes } from '@atrium/contract/sites';
import { siteTypes } from '@atrium/rules/site';
import { ActionIcon } from '@mantine/core';
import { IconDoor, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { Rows } from '../../ui/Rows.tsx';
import classes from './places.module.css';
import { SiteFields } from './SiteFields.tsx';
import { texts } from './texts.ts';
import { useRemoveSite } from './use-remove-site.ts';
import { useSiteForm } from './use-site-form.ts';

const words = texts.sites;

interface Props {
  locationId: string;
  sites: readonly SiteWithIncludes[];
  mayEdit: boolean;
}

/** The sites of a location. One of them can be edited at a time. */
export function SitesPanel({ locationId, sites, mayEdit }: Props) {
  const heading = useId();
  const [edited, setEdited] = useState<string>();
  const removeSite = useRemoveSite();
  const close = () => setEdited(undefined);
  const add = mayEdit && (
    <AddButton disabled={edited !== undefined} onClick={() => setEdited('new')}>
      {words.add}
    </AddButton>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={sites.length > 0 && add} />
      {sites.length === 0 && edited === undefined && (
        <EmptyState icon={IconDoor} {...(mayEdit ? words.none : words.noneToRead)} action={add} />
      )}
      <Rows aria-labelledby={heading}>
        {sites.map((site) =>
          edited === site.siteId ? (
            <li key={site.siteId}>
              <SiteRowForm locationId={locationId} site={site} onClose={close} />
            </li>
          ) : (
            <li key={site.siteId} className={classes['row']}>
              <RowLink
                to="/app/org/$orgId/location/$locationId/site/$siteId"
                params={{ orgId: site.orgId, locationId, siteId: site.siteId }}
                search={{}}
              >
                {site.name}
              </RowLink>
              <span className={classes['rowFacts']}>
                {typeName(site.siteType)} · {words.sensors(site.sensor?.length ?? 0)}
              </span>
              {mayEdit && (
                <span className={classes['rowActions']}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    disabled={edited !== undefined}
                    aria-label={words.edit(site.name)}
                    onClick={() => setEdited(site.siteId)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.removeNamed(site.name)}
                    onClick={() => void removeSite(site).catch(() => undefined)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </span>
              )}
            </li>
          ),
        )}
        {edited === 'new' && (
          <li>
            <SiteRowForm locationId={locationId} onClose={close} />
          </li>
        )}
      </Rows>
    </Card>
  );
}

/** An inline form in the list. */
function SiteRowForm(props: { locationId: string; site?: SiteWithIncludes; onClose: () => void }) {
  const { locationId, site, onClose } = props;
  const { form, onSubmit, submitting, failure } = useSiteForm(locationId, site, onClose);
  return (
    <form
      className={classes['draft']}
      noValidate
      onSubmit={onSubmit}
      aria-label={site ? words.edit(site.name) : words.draft}
    >
      <FormFailure message={failure} />
      <SiteFields form={form} />
      <DraftActions draft={site ? undefined : words.draft} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

export function typeName(siteType: number): string {
  return Object.hasOwn(siteTypes, siteType) ? siteTypes[siteType as keyof typeof siteTypes] : String(siteType);
}
