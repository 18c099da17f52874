import { getSidebar, type SidebarItem } from '@atrium/contract/sidebar';
import { lazy, Suspense } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useRemembered } from '../../ui/use-remembered.ts';

const TemplateOffer = lazy(async () => ({ default: (await import('./TemplateOffer.tsx')).TemplateOffer }));
/** The menu has just been loaded. */
const freshMs = 60_000;

/** Offers a template to people without dashboards, until they hide it. */
export function OfferTemplate() {
  const { userId, isStaff, orgId } = useScope();
  const [seen, remember] = useRemembered(`template-offer.${userId}.${orgId}`);
  const menu = useEndpoint(getSidebar, { query: isStaff && orgId ? { orgId } : {} }, { fresh: freshMs });
  if (seen === 'hidden' || !menu.data || !lacksDashboards(menu.data)) return null;
  return (
    <Suspense fallback={null}>
      <TemplateOffer onHide={() => remember('hidden')} />
    </Suspense>
  );
}

const isDashboard = (address: string) => address.startsWith('/app/dashboard/') && address !== '/app/dashboard/new';

function lacksDashboards(menu: readonly SidebarItem[]): boolean {
  const addresses = menu.map(({ sref }) => sref);
  return addresses.includes('/app/templategallery') && !addresses.some(isDashboard);
}
