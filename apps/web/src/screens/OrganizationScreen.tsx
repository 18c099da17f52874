import { OrganizationPage } from '../features/organizations/OrganizationPage.tsx';

/** An organization with what other features know of it. */
export function OrganizationScreen() {
  return <OrganizationPage tabsOf={() => []} />;
}
