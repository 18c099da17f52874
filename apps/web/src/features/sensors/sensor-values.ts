import type { SensorBody, SensorDetail } from '@atrium/contract/sensors';
import { formatMac } from '@atrium/rules/mac-address';
import { passwordProblems, sensorProblems, type SensorSettings, normalizedSensor } from '@atrium/rules/sensor-settings';
import { changedValues } from '../../ui/changed-fields.ts';

/** The fields of the form; what is not set is an empty text, nodes are lines. */
export interface SensorForm extends Record<string, string | boolean> {
  name: string;
  sensorType: string;
  timeZone: string;
  nodeSensors: string;
  masterKey: string;
  /** A new one; the one that is kept never comes into the form. */
  password: string;
  forgetsPassword: boolean;
  periodicUse: boolean;
}

export function formOf(sensor: SensorDetail): SensorForm {
  return {
    name: sensor.name,
    sensorType: sensor.sensorType,
    timeZone: sensor.timeZone ?? '',
    nodeSensors: (sensor.nodeSensors ?? []).map(formatMac).join('\n'),
    masterKey: sensor.masterKey ?? '',
    password: '',
    forgetsPassword: false,
    periodicUse: sensor.periodicUse,
  };
}

/** As it would be stored. */
export function settingsOf(form: SensorForm): SensorSettings {
  return normalizedSensor({
    name: form.name,
    sensorType: form.sensorType,
    timeZone: form.timeZone,
    nodeSensors: linesOf(form.nodeSensors),
    masterKey: form.masterKey,
    periodicUse: form.periodicUse,
  });
}

export function formProblems(form: SensorForm, { macAddress, identifier, sensorType }: SensorDetail) {
  const own = { macAddress, identifier, isDummy: sensorType === 'dummy' };
  const password = form.password === '' ? null : form.password;
  return [...sensorProblems(settingsOf(form), own), ...passwordProblems(password, own)].map(({ path, message }) => ({
    // One field holds all nodes.
    path: path.startsWith('nodeSensors') ? 'nodeSensors' : path,
    message,
  }));
}

/** What differs from what is stored, as it is sent. */
export function sensorChanges(before: SensorForm, after: SensorForm): SensorBody {
  const { nodeSensors, ...changed } = changedValues(settingsOf(before), settingsOf(after));
  return {
    ...changed,
    ...(nodeSensors !== undefined && { nodeSensors: nodeSensors && [...nodeSensors] }),
    ...(after.forgetsPassword ? { password: null } : after.password !== '' && { password: after.password }),
  };
}

export function linesOf(text: string): string[] {
  return text.split(/[\n,;]/).filter((line) => line.trim() !== '');
}
