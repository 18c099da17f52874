import { countApplications, countFilters } from '@atrium/contract/reference-lists';
import { getZone, updateZone, type Zone, type ZoneDetail } from '@atrium/contract/zones';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Measures } from './Measures.tsx';
import { texts } from './texts.ts';
import { nameOfCode } from './zone-values.ts';
import { ZoneSettingsForm } from './ZoneSettingsForm.tsx';

interface Props {
  zone: Zone;
  onClose: () => void;
  /** Panels of other features, below its settings. */
  children: ReactNode;
}

/** One zone: its settings, to read or, with permission, to change. */
export function ZonePanel({ zone: { zoneId, sensorId, orgId, name }, onClose, children }: Props) {
  const mayEdit = useMay(updateZone);
  const found = useEndpoint(getZone, { params: { sensorId, zoneId }, query: { orgId } }, { texts: texts.read });
  const zone = found.data;
  const mayLeave = useRef<() => Promise<boolean>>(null);
  return (
    <SidePanel title={zone?.name ?? name} onClose={onClose} mayLeave={async () => (await mayLeave.current?.()) ?? true}>
      {found.error && !zone && <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />}
      {!zone && !found.error && <Skeleton height={420} />}
      {zone && (mayEdit ? <ZoneSettingsForm ref={mayLeave} zone={zone} onSaved={onClose} /> : <Settings zone={zone} />)}
      {zone && <Measures measures={zone.measures} />}
      {zone && children}
    </SidePanel>
  );
}

function Settings({ zone }: { zone: ZoneDetail }) {
  const { form } = texts;
  const rows: readonly (readonly [label: string, value: string | number | null])[] = [
    [form.device, zone.deviceId],
    [form.scaleFactor, zone.scaleFactor],
    [form.countApplication, nameOfCode(countApplications, zone.countApplication)],
    [form.countFilter, nameOfCode(countFilters, zone.countFilter)],
    [form.perimeter, zone.perimeter === null ? null : zone.perimeter ? texts.yes : texts.no],
    [form.disabled, zone.disabled === null ? null : zone.disabled ? texts.disabled : texts.enabled],
    ...(zone.minDwell === null ? [] : ([[form.minDwell, `${zone.minDwell} ${form.seconds}`]] as const)),
    ...(zone.maxDwell === null ? [] : ([[form.maxDwell, `${zone.maxDwell} ${form.seconds}`]] as const)),
    ...(zone.waitTimes === 'averages' ? ([[form.waitTimes, texts.waitTimes.averages]] as const) : []),
    ...(zone.counterMode === 'interval' ? ([[form.counterMode, texts.counterModes.interval]] as const) : []),
    ...(zone.counterDirection === 'outs' ? ([[form.counterDirection, texts.counterDirections.outs]] as const) : []),
    ...(zone.counterReset === null ? [] : ([[form.counterReset, zone.counterReset]] as const)),
  ];
  return (
    <Facts>
      {rows.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value ?? texts.notSet}</dd>
        </div>
      ))}
    </Facts>
  );
}
