/** Why something that was received is not counted, in plain words, and what to do about it. */
export interface QuarantineReason {
  readonly title: string;
  readonly text: string;
  readonly advice: string;
  /** Where it is done: the page of the sensor, new devices, sensors, or with the device itself. */
  readonly place: 'sensor' | 'new-devices' | 'device' | 'none';
}

const reason = (
  title: string,
  text: string,
  advice: string,
  place: QuarantineReason['place'] = 'device',
): QuarantineReason => ({ title, text, advice, place });

const unreadable =
  'Check the push format of the sensor and the vendor in its push URL, or ask for support with a copy.';

/** By the name under which it is stored. */
export const quarantineReasons = {
  not_json: reason('Not JSON', 'The push should be JSON and cannot be read as such.', unreadable),
  not_xml: reason('Not XML', 'The push should be XML and cannot be read as such.', unreadable),
  not_csv: reason('Not CSV', 'The push should be CSV with a header line and cannot be read as such.', unreadable),
  has_doctype: reason('XML with a document type', 'Documents that define types of their own are not read.', unreadable),
  too_deep: reason('Nested too deeply', 'The push has more levels than any known sensor sends.', unreadable),
  too_wide: reason('Too many fields', 'The push has more fields than any known sensor sends.', unreadable),
  too_many_records: reason(
    'Too many readings',
    'The push has more than 10,000 readings.',
    'Let the sensor send shorter packages.',
  ),
  unknown_shape: reason('Unknown format', 'The push can be read, but no known message looks like this.', unreadable),
  unsupported_kind: reason(
    'Unsupported message',
    'This kind of message is known and is not counted.',
    'Choose another kind of message in the sensor, or discard these.',
  ),
  several_devices: reason(
    'Several devices in one message',
    'The message names more than one device where it should name one.',
    unreadable,
  ),
  bad_interval: reason(
    'Wrong interval',
    'A reading has a start or an end that makes no sense.',
    'Check the time settings of the sensor.',
  ),
  unknown_time_zone: reason(
    'Unknown time zone',
    'The readings have local times, and the device is not installed at a location yet.',
    'Assign the device to a site. What waits here is counted then, in the time zone of its location.',
    'new-devices',
  ),
  bad_value: reason(
    'Unreadable value',
    'A reading has a value that is no number, or a negative one.',
    'Check the settings of the sensor. What can be read is counted.',
  ),
  unidentified: reason(
    'No device named',
    'The push does not say which device sent it.',
    'Let the sensor send its serial number, or create a push key for this one sensor.',
  ),
  unassigned: reason(
    'Not assigned',
    'No sensor of the organization is this device.',
    'Assign the device to a site. What waits here is counted then, from its commissioning on.',
    'new-devices',
  ),
  organization_gone: reason('Organization deleted', 'The organization was deleted.', 'Discard these.', 'none'),
  dummy_sensor: reason(
    'Dummy sensor',
    'A dummy sensor stands for a sensor that is not installed: it does not count.',
    'Give the sensor its MAC address.',
    'sensor',
  ),
  test_data: reason(
    'Test data',
    'The sensor was asked to send test data, which is never counted.',
    'Switch off the test in the sensor, then discard these.',
  ),
  not_commissioned: reason(
    'Not commissioned',
    'The sensor is assigned and not commissioned, so it does not count yet.',
    'Commission the sensor.',
    'sensor',
  ),
  before_commissioning: reason(
    'Before commissioning',
    'These readings are older than the commissioning of the sensor.',
    'Set an earlier commissioning date if they should count; otherwise discard them.',
    'sensor',
  ),
  clock_unset: reason(
    'Clock not set',
    'The readings are from before 2015: the clock of the sensor is not set.',
    'Set the clock of the sensor, best by a time server (NTP).',
  ),
  future: reason(
    'In the future',
    'Readings end more than five minutes after they were received: the clock of the sensor is ahead.',
    'Set the clock of the sensor. The readings are counted when their time has come.',
  ),
  implausible: reason(
    'Implausible count',
    'More people were counted than can pass in the time.',
    'Check the sensor. Discard these if they are wrong.',
  ),
  no_site: reason(
    'No site',
    'The sensor has no site, so its lines cannot become zones.',
    'Assign the sensor to a site.',
    'sensor',
  ),
  no_series: reason(
    'No zone at that time',
    'No zone of the sensor was set up for the time of these readings.',
    'Check when the sensor was assigned and commissioned.',
    'sensor',
  ),
  too_many_logics: reason(
    'Too many lines and zones',
    'The sensor has more than 64 lines and zones.',
    'Remove lines and zones from the sensor that are no longer used.',
    'sensor',
  ),
  decoder_failed: reason('Decoder failed', 'Reading the body failed unexpectedly.', unreadable),
  not_applicable: reason('Not applicable', 'Applying the body failed again and again.', unreadable, 'none'),
} as const satisfies Readonly<Record<string, QuarantineReason>>;

const unknownReason = reason('Not counted', 'The reason is not known.', unreadable);

export function explainReason(name: string): QuarantineReason {
  return Object.hasOwn(quarantineReasons, name)
    ? quarantineReasons[name as keyof typeof quarantineReasons]
    : { ...unknownReason, title: name };
}
