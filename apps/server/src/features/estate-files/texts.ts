export const estateTexts = {
  hours: 'Hours are written as 09:00-18:00',
  noSchedule: 'There is no schedule of this name',
  noSensor: 'No sensor of this location has this address or name',
  noZone: 'The sensor has no zone with this deviceId',
  staffOnly: 'Only staff hang sensors',
  macNeeded: 'A sensor needs its macAddress, unless its sensorType is dummy',
  mac: 'MAC address must have 12 hexadecimal digits',
  elsewhere: (place: string) => `This sensor hangs at ${place}. Move it there first.`,
  sensorTwice: 'This sensor is written twice',
  zoneTwice: 'This zone is written twice',
  countType: 'A zone keeps its count type',
  noSpaces: 'Spaces are not part of the subscription of the organization',
} as const;
