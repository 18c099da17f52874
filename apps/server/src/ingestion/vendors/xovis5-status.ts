import { isIpAddress } from '@atrium/rules/ip-address';
import { at, isObject, plainValues, shown, type Json } from './values.ts';
import type { DeviceStatus } from './vendor.ts';

export function readStatus(data: Json): DeviceStatus {
  const states = isObject(data.states) ? data.states : {};
  const info = (name: string) => at(states, 'device', 'info', name);
  const network = (name: string) => at(states, 'network', 'state', 'details', 'ipv4', name);
  const firmware = info('fw_version');
  const address = network('address') ?? at(states, 'network', 'state', 'details', 'link', 'ip');
  const ipAddress = typeof address === 'string' && isIpAddress(address) ? address : null;
  return {
    firmware: typeof firmware === 'string' ? shown(firmware) : null,
    ipAddress,
    config: plainValues({
      type: info('type'),
      variant: info('variant'),
      productCode: info('prod_code'),
      hardware: info('hw_prod_rev'),
      firmware,
      ipAddress,
      subnetMask: network('netmask'),
      gateway: network('gateway'),
      dhcp: network('dhcp_enabled'),
      ntpHost: at(states, 'time', 'state', 'details', 'ntp_host'),
      timezone: at(data, 'sensor_info', 'timezone'),
    }),
    detail: plainValues({
      type: info('type'),
      productCode: info('prod_code'),
      uptimeSeconds: at(states, 'device', 'state', 'details', 'uptime_sec'),
      dieTemperature: at(states, 'device', 'state', 'details', 'temperatures', 'die'),
      housingTemperature: at(states, 'device', 'state', 'details', 'temperatures', 'housing'),
      ntpHost: at(states, 'time', 'state', 'details', 'ntp_host'),
      ntpOffset: at(states, 'time', 'state', 'details', 'ntp_rms_offset'),
      illumination: at(states, 'singlesensor', 'status', 'illumination'),
      framesProcessed: at(states, 'singlesensor', 'status', 'frames_processed'),
    }),
  };
}
