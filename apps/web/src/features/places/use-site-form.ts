import { getLocation, listLocations } from '@atrium/contract/locations';
import { createSite, getSite, listSites, type Site, updateSite } from '@atrium/contract/sites';
import { siteProblems } from '@atrium/rules/site';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { formOf, siteChanges, type SiteForm, siteOf } from './site-values.ts';
import { texts } from './texts.ts';

/** All queries that show a site. */
const siteShownIn = [getLocation, listLocations, getSite, listSites];

/** A form that saves a site of a location, or a new one. */
export function useSiteForm(locationId: string, site: Site | undefined, onClose: () => void) {
  const create = useWrite(createSite, texts.sites.created, siteShownIn);
  const update = useWrite(updateSite, texts.sites.updated, siteShownIn);
  const [saved] = useState(() => formOf(site));
  return useWriteForm<SiteForm, Site>({
    problems: (values) => siteProblems(siteOf(values)),
    initialValues: saved,
    submit: (values) =>
      site
        ? update.mutateAsync({
            params: { siteId: site.siteId },
            body: siteChanges(saved, values),
            seenVersion: site.version,
          })
        : create.mutateAsync({ body: { locationId, ...siteChanges(saved, values) } }),
    done: onClose,
  });
}
