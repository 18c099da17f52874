export interface SensorType {
  readonly label: string;
  /** No longer sold; shown as legacy. */
  readonly deprecated?: true;
  /** Whether it has a camera that can deliver an image. */
  readonly givesImages?: true;
  /** The licenses available for it. */
  readonly licenseTypes: readonly string[];
}

const xovisLicenses = ['Counting', 'Queue Management', 'Gender', 'Face Mask', 'Object Tracking', 'Multisensor'];
const cameraLicenses = ['Counting', 'Queue Management', 'Staff Exclusion'];

/** By the code that is stored. */
export const sensorTypes = {
  dummy: { label: 'Dummy', licenseTypes: [] },
  vid: { label: 'Video', givesImages: true, licenseTypes: cameraLicenses },
  avd3d: { label: '3D Video', givesImages: true, licenseTypes: cameraLicenses },
  ccam: { label: 'Atrium Camera', givesImages: true, licenseTypes: cameraLicenses },
  tb12: { label: 'Thermal Beam', licenseTypes: ['Counting'] },
  xovis: { label: 'Xovis', givesImages: true, licenseTypes: xovisLicenses },
  'xovis-spider': { label: 'Xovis Spider', givesImages: true, licenseTypes: xovisLicenses },
  xovis5: { label: 'Xovis 5', givesImages: true, licenseTypes: xovisLicenses },
  vector4d: {
    label: 'Vector 4D',
    givesImages: true,
    licenseTypes: ['Counting', 'Queue Management', 'Object Tracking'],
  },
  thermal: { label: 'Thermal (legacy)', deprecated: true, licenseTypes: ['Counting'] },
  hella: { label: 'Hella', givesImages: true, licenseTypes: ['Counting', 'Staff Exclusion'] },
  teracom: { label: 'Teracom', licenseTypes: ['Counting'] },
  monnit: { label: 'Monnit', licenseTypes: ['Counting', 'Gateway'] },
  axis: { label: 'Axis', givesImages: true, licenseTypes: ['People Counter', 'Object Analytics', 'Queue Monitor'] },
  milesight: { label: 'Milesight', licenseTypes: ['Counting', 'Staff Exclusion'] },
} as const satisfies Readonly<Record<string, SensorType>>;
export type SensorTypeCode = keyof typeof sensorTypes;

/** The type with this code, ignoring case; undefined for an unknown code. */
export function sensorType(code: string): (SensorType & { readonly code: SensorTypeCode }) | undefined {
  const lower = code.trim().toLowerCase();
  return Object.hasOwn(sensorTypes, lower)
    ? { code: lower as SensorTypeCode, ...sensorTypes[lower as SensorTypeCode] }
    : undefined;
}

/** The display name; an unknown code is shown unchanged. */
export function sensorTypeLabel(code: string): string {
  return sensorType(code)?.label ?? code;
}

export const imageCapableTypes: readonly string[] = Object.entries<SensorType>(sensorTypes)
  .filter(([, { givesImages }]) => givesImages)
  .map(([code]) => code);
