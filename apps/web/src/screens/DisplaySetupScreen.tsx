import type { EntityDisplayKind } from '@atrium/rules/display';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScope } from '../api/scope.tsx';
import { DisplaySetupPage } from '../features/displays/DisplaySetupPage.tsx';
import { setupPaths, subjectParams } from '../features/displays/setup-paths.ts';
import { ExpectedWaits } from '../features/zone-mappings/ExpectedWaits.tsx';
import { useEnteredOrganization } from './use-entered-organization.ts';

export const LiveOccupancyScreen = () => <DisplaySetupScreen kind="live-occupancy" />;
export const FaceMaskScreen = () => <DisplaySetupScreen kind="facemask" />;
export const QueueOptimizerScreen = () => <DisplaySetupScreen kind="queue-opt" />;
export const ExpectedWaitScreen = () => (
  <DisplaySetupScreen kind="expected-wait-time">
    <ExpectedWaits />
  </DisplaySetupScreen>
);

/** What is chosen is part of the address, so that it can be passed on. */
function DisplaySetupScreen({ kind, children }: { kind: EntityDisplayKind; children?: ReactNode }) {
  const ids: { orgId?: string; locationId?: string; spaceId?: string; zoneId?: string } = useParams({ strict: false });
  const { orgId } = useScope();
  const ofOrg = ids.orgId ?? orgId ?? '';
  const isHere = useEnteredOrganization(ofOrg);
  const navigate = useNavigate();
  const entityId = ids.spaceId ?? ids.zoneId;
  const subject =
    ids.locationId === undefined || entityId === undefined ? undefined : { locationId: ids.locationId, entityId };
  return (
    isHere && (
      <DisplaySetupPage
        kind={kind}
        subject={subject}
        onChoose={(chosen) =>
          void navigate({
            to: setupPaths[kind].ofSubject,
            params: subjectParams(ofOrg, chosen.locationId, chosen.entityId),
          })
        }
      >
        {children}
      </DisplaySetupPage>
    )
  );
}
