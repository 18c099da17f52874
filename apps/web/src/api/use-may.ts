import { type Accessible, capabilitiesFor, capabilitiesOf, mayCall } from '@atrium/contract/access';
import { getOrganization } from '@atrium/contract/organizations';
import { useScope } from './scope.tsx';
import { useEndpoint } from './use-endpoint.ts';

const none: ReadonlySet<never> = new Set();

/**
 * Whether the user may call an endpoint, follow a topic or open a screen. Capabilities are checked for the organization
 * on screen; until it is loaded, nothing that depends on them is shown.
 */
export function useMay(wanted: Accessible): boolean {
  const { profile, orgId } = useScope();
  const dependsOnSubscription = capabilitiesFor(wanted).length > 0 && orgId !== null;
  const organization = useEndpoint(
    getOrganization,
    { params: { orgId: orgId ?? '' } },
    { enabled: dependsOnSubscription },
  );
  const included = organization.data ? capabilitiesOf(organization.data) : none;
  return profile.roles.some((role) => mayCall(wanted, { role, capabilities: dependsOnSubscription ? included : null }));
}
