export const texts = {
  tab: 'Sensors',
  none: { title: 'No sensor hangs here', text: 'Sensors that are assigned to this site appear here.' },
  columns: {
    name: 'Name',
    type: 'Type',
    mac: 'MAC address',
    ip: 'IP address',
    firmware: 'Firmware',
    since: 'Commissioned',
  },
  inactive: 'Decommissioned',
  notYet: 'Not commissioned',
} as const;
