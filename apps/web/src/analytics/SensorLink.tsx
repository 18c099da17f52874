import { useScope } from '../api/scope.tsx';
import { RowLink } from '../ui/RowLink.tsx';

interface Props {
  sensor: { sensorId: string; orgId: string };
  name: string;
}

/** A link to a sensor's page; it switches staff to the sensor's organization. */
export function SensorLink({ sensor: { sensorId, orgId }, name }: Props) {
  const { isStaff, orgId: current, chooseOrganization } = useScope();
  return (
    <RowLink
      to="/app/sensor/$sensorId"
      params={{ sensorId }}
      search={{}}
      onClick={() => isStaff && orgId !== current && chooseOrganization(orgId)}
    >
      {name}
    </RowLink>
  );
}
