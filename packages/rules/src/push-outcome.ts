/** What became of a push with a valid key, as the door saw it. */
export const pushOutcomes = [
  'accepted',
  'repeated',
  'new-device',
  'unreadable',
  'test',
  'unknown-vendor',
  'wrong-type',
  'wrong-encoding',
  'too-large',
  'other-device',
  'blocked',
  'too-many',
  'quarantine-full',
  'busy',
  'failed',
] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

/** Nothing of a refused push was kept. */
export function isRefused(outcome: PushOutcome): boolean {
  return !['accepted', 'repeated', 'new-device', 'unreadable', 'test'].includes(outcome);
}

interface Explanation {
  /** What happened. */
  readonly what: string;
  /** What to do about it; absent when nothing needs to be done. */
  readonly fix?: string;
}

export const outcomeTexts: Readonly<Record<PushOutcome, Explanation>> = {
  accepted: { what: 'Received' },
  repeated: { what: 'Received again', fix: 'The same data arrived before. It is counted once.' },
  'new-device': { what: 'Received from a new device', fix: 'Assign the device to a site. Its data waits until then.' },
  unreadable: {
    what: 'Received, but not readable',
    fix: 'Check that the chosen vendor is the maker of this device, and that it sends the format described in the steps.',
  },
  test: { what: 'Connection test', fix: 'The connection works. Counts follow at the next interval.' },
  'unknown-vendor': {
    what: 'Refused: the address names no known vendor',
    fix: 'Copy the whole address from this page and paste it again.',
  },
  'wrong-type': {
    what: 'Refused: wrong content type (415)',
    fix: 'Set the format in the device to the one described in the steps.',
  },
  'wrong-encoding': {
    what: 'Refused: unknown compression (415)',
    fix: 'Switch compression off in the device, or choose gzip.',
  },
  'too-large': {
    what: 'Refused: too large (413)',
    fix: 'Choose a shorter interval or fewer records per push. One push may have 1 MB.',
  },
  'other-device': {
    what: 'Refused: this key belongs to another device (403)',
    fix: 'Use a key for all sensors, or the key of this sensor.',
  },
  blocked: {
    what: 'Refused: this device is blocked (403)',
    fix: 'Ask your provider why the device is on the blacklist.',
  },
  'too-many': {
    what: 'Refused: too many pushes (429)',
    fix: 'Choose a longer interval. The device sends the rest again later.',
  },
  'quarantine-full': {
    what: 'Refused: limit for today reached (429)',
    fix: 'Assign the device to a site, or correct its format. It can send again tomorrow.',
  },
  busy: { what: 'Not stored: the server is busy (503)', fix: 'Nothing to do. The device sends it again.' },
  failed: {
    what: 'Not stored: something went wrong on the server (500)',
    fix: 'Nothing to do. The device sends it again.',
  },
};

/** Why a push that was kept does not count, by the reason of its quarantine. */
export const quarantineTexts: Readonly<Record<string, Explanation>> = {
  unassigned: { what: 'The device is not assigned to a site', fix: 'Assign it. Its data waits until then.' },
  unidentified: {
    what: 'The push does not say which device it comes from',
    fix: 'Switch on the serial number or MAC address in the push settings, or use a key for this one sensor.',
  },
  not_commissioned: { what: 'The sensor is not commissioned', fix: 'Commission it to start counting.' },
  before_commissioning: {
    what: 'The data is older than the day the sensor was commissioned',
    fix: 'Commission the sensor from an earlier day if the data should count.',
  },
  no_site: { what: 'The sensor is not installed at a site', fix: 'Assign it to a site.' },
  no_series: { what: 'The data belongs to a time when the zone did not count' },
  too_many_logics: {
    what: 'The device has more lines and zones than a sensor can have',
    fix: 'Remove lines in the device.',
  },
  dummy_sensor: { what: 'A dummy sensor has this address', fix: 'Ask your provider to replace the dummy sensor.' },
  test_data: { what: 'The device marked this as test data, which is never counted' },
  organization_gone: { what: 'The organization was deleted' },
  clock_unset: {
    what: 'The clock of the device is not set',
    fix: 'Enter a time server (NTP) in the device, such as pool.ntp.org.',
  },
  future: {
    what: 'The clock of the device is ahead of the current time',
    fix: 'Enter a time server (NTP) and the correct time zone in the device. The data counts when its time has come.',
  },
  implausible: { what: 'The counts are higher than possible for the interval', fix: 'Check the lines in the device.' },
  decoder_failed: { what: 'The data could not be read', fix: 'Contact support with the time of this push.' },
  not_applicable: { what: 'The data cannot be stored', fix: 'Contact support with the time of this push.' },
  not_json: { what: 'The body is not valid JSON', fix: 'Set the format in the device to JSON.' },
  not_xml: { what: 'The body is not valid XML', fix: 'Set the format in the device to XML.' },
  not_csv: { what: 'The body is not a valid CSV file', fix: 'Set the format in the device to CSV with a header line.' },
  has_doctype: { what: 'The XML contains a document type, which is not accepted' },
  too_deep: { what: 'The body is nested too deeply', fix: 'Check the format in the device.' },
  too_wide: {
    what: 'A part of the body has too many entries',
    fix: 'Choose a shorter interval or fewer records per push.',
  },
  too_many_records: {
    what: 'The body has more records than one push may have',
    fix: 'Choose a shorter interval or fewer records per push.',
  },
  unknown_shape: {
    what: 'The body does not look like data of this vendor',
    fix: 'Check that the chosen vendor is the maker of this device, and its format.',
  },
  unsupported_kind: {
    what: 'The device sends a kind of data that is not read',
    fix: 'Switch on the kind of data described in the steps.',
  },
  several_devices: { what: 'The body names several devices', fix: 'Let each device push for itself.' },
  bad_interval: {
    what: 'An interval in the body has no valid beginning and end',
    fix: 'Check the time format in the device.',
  },
  bad_value: { what: 'A count in the body is not a valid number' },
};

/** What people read about a push, and whether something is left to do. */
export interface ExplainedPush {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly what: string;
  readonly fix: string | null;
}

export function explainPush(push: {
  readonly outcome: PushOutcome;
  readonly reason: string | null;
  readonly pending: boolean;
}): ExplainedPush {
  const { outcome, reason, pending } = push;
  const { what, fix = null } = outcomeTexts[outcome];
  if (isRefused(outcome)) return { tone: 'danger', what, fix };
  if (reason !== null && !(outcome === 'new-device' && reason === 'unassigned')) {
    const why = Object.hasOwn(quarantineTexts, reason) ? quarantineTexts[reason]! : unknownReason;
    return { tone: 'warning', what: `Received, not counted. ${why.what}`, fix: why.fix ?? null };
  }
  if (pending) return { tone: 'success', what: 'Received, being counted', fix: null };
  // Quarantined bodies that count in the meantime have no reason anymore.
  if (outcome === 'accepted' || (outcome === 'new-device' && reason === null))
    return { tone: 'success', what: 'Received and counted', fix: null };
  const isDone = outcome === 'repeated' || outcome === 'test';
  return { tone: isDone ? 'success' : 'warning', what, fix };
}

const unknownReason: Explanation = {
  what: 'The reason is not known',
  fix: 'Contact support with the time of this push.',
};
