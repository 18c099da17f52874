import { sensorUseTypes } from '@atrium/contract/reference-lists';
import type { SensorAssignmentBody } from '@atrium/contract/sensor-assignments';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import type { Problem } from '@atrium/rules/problem';
import { normalizeMac } from '@atrium/rules/mac-address';
import { nodeProblems, normalizedNodes } from '@atrium/rules/node-sensors';
import { assignmentProblems, assignmentTexts } from '@atrium/rules/sensor-assignment';
import { sensorType } from '@atrium/rules/sensor-types';
import { unknownVendor, vendorOf } from '@atrium/rules/sensor-vendors';
import { texts } from './texts.ts';

/** Choices of the field besides the sensors that exist. */
export const blank = 'blank';
export const byMac = 'mac';

/** The fields of the form; unset fields are empty strings. */
export interface AssignmentForm extends Record<string, unknown> {
  site: SiteWithIncludes | null;
  /** `blank`, `mac`, or the id of a sensor. */
  sensor: string;
  macAddress: string;
  name: string;
  /** Empty: the most common type of the vendor. */
  sensorType: string;
  nodeSensors: string;
  sensorUseType: string;
}

export function newForm(site: SiteWithIncludes | undefined): AssignmentForm {
  return {
    site: site ?? null,
    sensor: byMac,
    macAddress: '',
    name: '',
    sensorType: '',
    nodeSensors: '',
    sensorUseType: String(sensorUseTypes[0]?.id ?? 1),
  };
}

/** The values to send. */
export function bodyOf(form: AssignmentForm): SensorAssignmentBody {
  const isNew = form.sensor === byMac;
  const isOld = !isNew && form.sensor !== blank;
  const nodes = normalizedNodes(form.nodeSensors.split('\n'));
  return {
    siteId: form.site?.siteId ?? '',
    sensorUseType: Number(form.sensorUseType),
    ...(isOld && { sensorId: form.sensor }),
    ...(isNew && {
      macAddress: form.macAddress.trim(),
      ...(form.name.trim() !== '' && { name: form.name.trim() }),
      ...(typeOf(form) !== '' && { sensorType: typeOf(form) }),
      ...(nodes && { nodeSensors: nodes }),
    }),
  };
}

export function formProblems(form: AssignmentForm): Problem[] {
  const { siteId, sensorId = null, macAddress = null, nodeSensors, sensorUseType = 0 } = bodyOf(form);
  const useTypes = sensorUseTypes.map(({ id }) => id);
  const nodes = nodeProblems(normalizeMac(macAddress ?? ''), nodeSensors);
  return [
    ...(siteId === '' ? [{ path: 'site', message: texts.form.siteRequired }] : []),
    ...assignmentProblems({ sensorId, macAddress, sensorUseType }, useTypes),
    // One field contains all nodes.
    ...nodes.map(({ message }) => ({ path: 'nodeSensors', message })),
    ...(siteId !== '' && form.sensor !== blank && isOccupied(form.site)
      ? [{ path: 'site', message: assignmentTexts.occupied }]
      : []),
  ];
}

/** The chosen type, otherwise the most common one of this vendor. */
export function typeOf({ macAddress, sensorType: chosen }: AssignmentForm): string {
  return chosen || (vendorOf(macAddress).defaultType ?? '');
}

/** The vendor of a device with this address, while it is typed; nothing before the address is complete. */
export function vendorText(macAddress: string): string {
  if (normalizeMac(macAddress) === null) return texts.form.macHelp;
  const vendor = vendorOf(macAddress);
  if (vendor === unknownVendor) return texts.form.unknownVendor;
  return texts.form.vendor(
    vendor.name,
    vendor.defaultType === null ? null : (sensorType(vendor.defaultType)?.label ?? null),
  );
}

/** A site has one active sensor. */
export function isOccupied(site: SiteWithIncludes | null): boolean {
  return (site?.sensor ?? []).some(({ active }) => active);
}
