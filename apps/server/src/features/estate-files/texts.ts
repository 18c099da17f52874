export const estateTexts = {
  aliases: 'The file uses too many YAML aliases',
  unstorable: 'contains invalid Unicode or a NUL character',
  hours: 'Write hours as 09:00-18:00',
  noSchedule: 'No schedule has this name',
  keptHours: 'Past hours of a schedule cannot be changed. Give the new hours their own effectiveDate',
  inForce: (date: string) =>
    `Hours in force since ${date} cannot be changed. Use a later effectiveDate, or leave it out`,
  plannedOnce: 'Only one change of hours can be planned at a time',
  noSensor: 'No sensor of this location has this address or name',
  noZone: 'The sensor has no zone with this deviceId',
  staffOnly: 'Only staff can install sensors',
  macNeeded: 'A sensor needs its macAddress, unless its sensorType is dummy',
  mac: 'MAC address must have 12 hexadecimal digits',
  identifier:
    'Identifier must be an EUI-64 of 16 hexadecimal digits, or a vendor and its number, such as monnit:104523',
  otherMac: 'The MAC address of an installed sensor cannot be changed',
  elsewhere: (place: string) => `This sensor is installed at ${place}. A file cannot move a sensor. Reassign it first`,
  sensorTwice: 'This sensor is listed twice',
  sensorUseType: 'The use type of an installed sensor cannot be changed',
  commissionedDate:
    'Date must be a date such as 2026-03-31 or a timestamp such as 2026-03-31T09:30+02:00, not before 2015',
  zoneTwice: 'This zone is listed twice',
  countType: 'The count type of a zone cannot be changed',
  exceptionTwice: 'Another exception starts on this day',
  fieldTwice: 'This custom field is listed twice',
  stale: 'Someone changed the estate in the meantime. Review the changes again.',
  tooManyFiles: 'Too many estate files are waiting. Try again in a moment.',
  severalFiles: (files: number) =>
    `This estate needs ${files} files, because one of more than 5 MB cannot be imported. Request each with file=1 to file=${files}, or leave out the dashboards.`,
  noFile: (files: number) => (files === 1 ? 'There is one file.' : `There are ${files} files.`),
  noPlace: (name: string) => `No place, or more than one, is named ${name}`,
  noSpaces: 'The subscription of the organization does not include spaces',
} as const;
