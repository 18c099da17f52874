import { getLocation, listLocations } from '@atrium/contract/locations';
import { deleteSite, getSite, listSites, type Site } from '@atrium/contract/sites';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirmByName } from '../../ui/confirm-by-name.ts';
import { texts } from './texts.ts';

/** Confirms, requires the exact name, deletes. Returns whether it did. */
export function useRemoveSite(): (site: Site) => Promise<boolean> {
  const remove = useWrite(deleteSite, texts.sites.deleted, [getLocation, listLocations, listSites], [getSite]);
  return async ({ siteId, locationId, name }) => {
    const { label, ...question } = texts.sites.deletion;
    if (!(await confirmByName({ ...question, label: label(name), name }))) return false;
    await remove.mutateAsync({ params: { siteId }, query: { locationId } });
    return true;
  };
}
