import { everyMinute, plainGuide, timeServer, url, type VendorGuide } from './vendor-guide.ts';
import { xovisGuides } from './xovis-guides.ts';

/** By the vendor's part of the push URL. A new vendor needs one entry here. */
export const vendorGuides: Readonly<Record<string, VendorGuide>> = {
  ...xovisGuides,
  axis: {
    name: 'Axis',
    devices: 'AXIS People Counter, AXIS 3D People Counter (P8815-2) and AXIS Object Analytics',
    steps: [
      {
        menu: 'People counter app › Settings › Reporting › Push data',
        fields: [
          { field: 'URL', enter: url },
          { field: 'Interval', choose: '1 minute' },
          { field: 'Format', choose: 'JSON (Axis Retail Data)' },
          { field: 'Token', choose: 'leave empty' },
        ],
        note: 'Press Test. This page shows “Connection test” within seconds.',
      },
      {
        menu: 'AXIS Object Analytics › Scenarios › New scenario',
        fields: [
          { field: 'Scenario', choose: 'Crossline counting, or Occupancy in area' },
          { field: 'Objects', choose: 'Humans' },
        ],
        note: 'This app sends nothing by HTTP: it needs an MQTT broker that the camera and Atrium both reach.',
      },
      {
        menu: 'Camera › System › MQTT',
        fields: [
          { field: 'Host, port, user name and password', choose: 'those of your broker' },
          { field: 'Topic prefix', choose: 'default (axis and the serial number of the camera)' },
          { field: 'Include serial number', choose: 'on' },
          { field: 'Publication › Add condition', choose: 'Object Analytics, once for each scenario' },
        ],
        note: 'Connect, and choose to connect again after a restart.',
      },
      {
        menu: 'MQTT brokers › Add broker (here in Atrium)',
        fields: [
          { field: 'Topic', enter: 'axis/+/event/#' },
          { field: 'Kind of sensor', choose: 'Axis people counters and Object Analytics' },
          { field: 'Device in level', choose: '2' },
        ],
        note: 'Each scenario appears as a line or zone of its own.',
      },
      {
        menu: 'Camera › System › Date and time',
        fields: [{ field: 'NTP server', enter: 'pool.ntp.org' }],
        note: 'Choose the time zone of the store.',
      },
      {
        menu: 'Atrium › Sensors › your camera › Zones › the zone of a crossline scenario for people who leave',
        fields: [{ field: 'Counter direction', choose: 'People going out' }],
        note: 'Only with AXIS Object Analytics: each of its scenarios counts one direction and does not say which.',
      },
    ],
    interval: everyMinute,
    avoid: [
      'Do not push the counts of AXIS People Counter and of AXIS Object Analytics from the same camera: people would be counted twice.',
    ],
  },
  milesight: {
    name: 'Milesight',
    devices: 'VS121-P, VS125, VS133-P and VS135-P, connected by cable or Wi-Fi',
    steps: [
      {
        menu: 'Report › Recipient › Add',
        fields: [
          { field: 'Recipient Name', enter: 'Atrium' },
          { field: 'Report Protocol', choose: 'HTTP(s)' },
          { field: 'URL', enter: url },
          { field: 'Username and Password', choose: 'leave empty' },
        ],
        note: 'Press Test next to Connection Test.',
      },
      {
        menu: 'Report › Data to report',
        fields: [
          { field: 'Periodic report', choose: 'on, every 1 minute' },
          { field: 'Trigger report', choose: 'off' },
          { field: 'Period data (line and region)', choose: 'on' },
        ],
        note: 'Regions count as zones: how many people are in them, and how long each stayed where the sensor sends dwell times.',
      },
      timeServer,
    ],
    interval: everyMinute,
    avoid: [
      'Do not switch on Trigger report for lines together with Periodic report: both contain the same people.',
      'Do not switch on line capacity or alarms: they are no counts and are reported as unsupported.',
      'Do not attach snapshots. Pictures are never stored here.',
    ],
  },
  'milesight-crossings': {
    name: 'Milesight (crossings only)',
    devices: 'VS125, VS133-P and VS135-P that report by trigger and not periodically',
    steps: [
      {
        menu: 'Report › Recipient › Add',
        fields: [
          { field: 'Recipient Name', enter: 'Atrium' },
          { field: 'Report Protocol', choose: 'HTTP(s)' },
          { field: 'URL', enter: url },
        ],
      },
      {
        menu: 'Report › Data to report',
        fields: [
          { field: 'Trigger report', choose: 'on' },
          { field: 'Periodic report', choose: 'off' },
        ],
        note: 'Each crossing of a line counts when it happens.',
      },
      timeServer,
    ],
    interval: 'The sensor decides: crossings are sent as they happen.',
    avoid: ['Do not switch on Periodic report together with Trigger report: both contain the same people.'],
  },
  irisys: {
    name: 'Irisys',
    devices: 'Vector 4D',
    steps: [
      {
        menu: 'Settings › Count Logging',
        fields: [{ field: 'Count Logging Period', choose: '1 minute' }],
        note: 'The device pushes right after each log entry.',
      },
      {
        menu: 'Settings › HTTP POST › Entry 1',
        fields: [
          { field: 'URL', enter: url },
          { field: 'Timeout (seconds)', enter: '30' },
          { field: 'Max Attempts', choose: 'the highest number offered' },
          { field: 'Data types', choose: 'Count logs' },
        ],
        note: 'In Estate Manager, switch from DB to Live first.',
      },
      {
        menu: 'Registers › Edit',
        fields: [
          { field: 'Tags of the line that counts people going in', enter: 'direction=IN' },
          { field: 'Tags of the line that counts people going out', enter: 'direction=OUT' },
        ],
        note: 'The tag decides the direction. Without a tag a register counts people going in, unless its name contains out, exit or salida.',
      },
    ],
    interval: 'Log every minute. The shortest period is 60 seconds; the factory setting is 15 minutes.',
    avoid: ['Do not fill in a second HTTP POST entry with the same address.'],
  },
  'irisys-mqtt': {
    name: 'Irisys (MQTT only)',
    devices: 'Vector 4D that publishes its counts by MQTT and pushes no count logs',
    steps: [
      {
        menu: 'MQTT brokers › Add broker (here in Atrium)',
        fields: [
          { field: 'Topic', choose: 'the counts topic of the sensors' },
          { field: 'Kind of sensor', choose: 'Irisys Vector 4D, messages of MQTT only' },
          { field: 'Device in level', choose: 'the one with the serial (V4D-…) or MAC address' },
        ],
        note: 'The messages do not name the sensor, so its topic must.',
      },
      {
        menu: 'A bridge that forwards messages by HTTP, instead of a broker',
        fields: [{ field: 'URL', enter: url }],
        note: 'Add a slash and the serial or MAC address of the sensor at the end.',
      },
      {
        menu: 'Registers › Edit',
        fields: [
          { field: 'Name of the register that counts people going in', choose: 'one that ends with In' },
          { field: 'Name of the register that counts people going out', choose: 'one that ends with Out' },
        ],
      },
    ],
    interval: 'The sensor decides: changes are sent as they happen.',
    avoid: ['Do not push count logs of the same sensor as well: each person would be counted twice.'],
  },
  brickstream: {
    name: 'Brickstream',
    devices: '1100, 2300, 3D and 3D Gen 2',
    steps: [
      {
        menu: 'Configuration › Data delivery',
        fields: [
          { field: 'Delivery protocol', choose: 'HTTP POST, or HTTPS POST' },
          { field: 'Server', enter: '{host}' },
          { field: 'Port', enter: '{port}' },
          { field: 'Path', enter: '{path}' },
          { field: 'Format', choose: 'XML, the newest version offered' },
          { field: 'Interval', choose: '1 minute' },
        ],
        note: 'Newer versions have one URL field instead of server, port and path. Enter the whole address there.',
      },
      timeServer,
    ],
    interval: everyMinute,
    avoid: [
      'Do not choose format version 1 if a newer one is offered: it has no time zone, so an hour in fall is ambiguous.',
    ],
  },
  monnit: {
    name: 'Monnit',
    devices: 'Sensors behind a gateway, through a webhook of iMonnit',
    steps: [
      {
        menu: 'iMonnit › API › Webhook › Create',
        fields: [
          { field: 'Base URL', enter: url },
          { field: 'Method', choose: 'POST, JSON' },
          { field: 'Authentication', choose: 'None' },
          { field: 'Send', choose: 'Sensor messages and gateway messages' },
        ],
        note: 'One webhook serves all sensors of the account. Each sensor appears here as a device of its own.',
      },
      {
        menu: 'Sensors › your sensor › Settings',
        fields: [{ field: 'Heartbeat interval', choose: '10 minutes or shorter' }],
      },
    ],
    interval: 'Choose the shortest heartbeat that the batteries allow. Counts arrive with each heartbeat.',
    avoid: [
      'Do not let the webhook fail for long: after 100 failures iMonnit suspends it until someone resets it by hand.',
    ],
  },
  'point-six': {
    name: 'Point Six',
    devices: 'Point Manager with wireless sensors',
    steps: [
      {
        menu: 'Setup › Host › HTTP POST',
        fields: [
          { field: 'Host', enter: '{host}' },
          { field: 'Port', enter: '{port}' },
          { field: 'Path', enter: '{path}' },
          { field: 'Format', choose: 'XML history records' },
          { field: 'Interval', choose: '1 minute' },
        ],
        note: 'Each sensor behind the Point Manager appears here as a device of its own.',
      },
      {
        menu: 'Setup › Time',
        fields: [{ field: 'Time zone offset', choose: 'that of the store, with daylight saving' }],
      },
    ],
    interval: 'Push every minute, or as often as the Point Manager allows.',
    avoid: ['Do not change scale or offset of a point: counts must arrive as the sensor counted them.'],
  },
  lorawan: {
    name: 'LoRaWAN',
    devices: 'People counters behind The Things Stack, ChirpStack or another network server',
    steps: [
      {
        menu: 'The Things Stack: Application › Integrations › Webhooks › Add webhook › Custom webhook',
        fields: [
          { field: 'Webhook ID', enter: 'atrium' },
          { field: 'Webhook format', choose: 'JSON' },
          { field: 'Base URL', enter: url },
          { field: 'Enabled event types', choose: 'Uplink message' },
        ],
        note: 'Leave the path of the event empty.',
      },
      {
        menu: 'ChirpStack: Application › Integrations › HTTP',
        fields: [
          { field: 'Payload encoding', choose: 'JSON' },
          { field: 'Event endpoint URL(s)', enter: url },
        ],
      },
      {
        menu: 'The device, in the app or tool of its maker',
        fields: [{ field: 'Reporting interval', choose: '10 minutes' }],
      },
    ],
    interval: 'Report every 10 minutes: shorter intervals use up the airtime that a LoRaWAN device is allowed.',
    avoid: [
      'Do not enable both a webhook and an MQTT integration for the same devices.',
      'Do not switch on reports by trigger together with periodic reports: both contain the same people.',
    ],
  },
  hella: {
    name: 'HELLA Aglaia',
    devices: 'APS and APC counters, by their count log (CSV)',
    steps: [
      {
        menu: 'Data › Count log › Upload',
        fields: [
          { field: 'Protocol', choose: 'HTTP(S) POST' },
          { field: 'URL', enter: url },
          { field: 'Format', choose: 'CSV with header' },
          { field: 'Period', choose: '60 seconds' },
          { field: 'User and password', choose: 'anything; it is not read' },
        ],
        note: 'The log does not say which device it comes from: add a slash and the MAC address of the sensor to the URL, or bind the key to this one sensor.',
      },
      timeServer,
    ],
    interval: 'Choose a period of 60 seconds and upload every minute. 900 seconds also work.',
    avoid: ['Do not remove the header line: it names the lines and says what each column counts.'],
  },
  json: {
    name: 'Any device or program',
    devices: 'Everything that can send JSON in the format of this product',
    steps: [
      {
        menu: 'Your device or program',
        fields: [
          { field: 'Method', choose: 'POST' },
          { field: 'URL', enter: url },
          { field: 'Content-Type', enter: 'application/json' },
        ],
        note: 'A reading may be sent any number of times: it is counted once. 200 and 202 mean that it is stored.',
      },
    ],
    interval: 'Send whole minutes, each once it is over. Several minutes may come in one message.',
    avoid: [
      'Do not send totals (inTotal) and intervals (in) of the same line: people would be counted twice.',
      'Do not change the key of a line: a new key is a new line.',
    ],
    hasSample: true,
  },
};

export function guideOf(vendor: string): VendorGuide {
  return Object.hasOwn(vendorGuides, vendor) ? vendorGuides[vendor]! : plainGuide;
}
