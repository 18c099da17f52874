const sensor = 'Sensor';

export const texts = {
  commission: {
    action: 'Commission',
    again: 'Change commissioning',
    title: 'Commission sensor',
    done: { title: sensor, ok: 'Sensor commissioned successfully', fail: 'Unable to commission sensor' },
    when: 'Start counting from',
    modes: { now: 'Now', past: 'In the past', future: 'In the future' },
    help: {
      now: 'Counts from this minute onward are shown.',
      past: 'Counts since the start of that day are shown.',
      future: 'Counts before the start of that day are kept but not shown.',
    },
    date: 'Date',
    zone: (zone: string) => `A date in ${zone}.`,
    purge: 'Purge earlier counts',
    purgeHelp: 'They are erased permanently. Otherwise they are kept but not shown.',
    submit: 'Commission',
    purging: 'Earlier counts are being erased',
    purged: 'Earlier counts were erased.',
    purgeFailed: 'Earlier counts could not be erased',
    progress: (done: string, total: string) => `${done} of ${total}`,
    jobRead: { title: sensor, fail: 'Unable to retrieve the progress of the purge' },
  },
  decommission: {
    action: 'Decommission',
    done: { title: sensor, ok: 'Decommissioned sensor successfully', fail: 'Unable to decommission sensor' },
    question: {
      title: 'Decommission Sensor',
      body: 'This decommissions the sensor for good. Existing counts are kept; nothing new is recorded. This cannot be undone. Are you sure?',
      confirm: 'Yes, decommission it!',
      label: (name: string) => `Type the name of the sensor, ${name}, to decommission it`,
      mismatch: 'The text you entered did not match the sensor name. It was not decommissioned.',
    },
  },
  remove: {
    action: 'Remove sensor',
    done: { title: sensor, ok: 'Sensor removed successfully', fail: 'Unable to remove sensor' },
    question: {
      title: 'Remove Sensor',
      body: 'You are about to remove this sensor with its zones. The counts of its locations are kept. This cannot be undone. Are you sure?',
      confirm: 'Yes, remove it!',
      danger: true,
    },
  },
  reassign: {
    action: 'Reassign',
    title: 'Reassign sensor',
    done: { title: sensor, ok: 'Sensor reassigned successfully', fail: 'Unable to reassign sensor' },
    site: 'New site',
    siteRequired: 'Site is required',
    data: 'Existing counts',
    keep: {
      label: 'Keep them at the old site',
      help: (site: string) =>
        `Existing counts stay with ${site}. From the next minute, the sensor counts for the new site.`,
    },
    move: {
      label: 'Move them to the new site',
      help: (site: string) => `Everything counted since the sensor was installed at ${site} moves to the new site.`,
    },
    submit: 'Reassign',
  },
  blacklist: {
    add: 'Block its data',
    remove: 'Accept its data again',
    title: 'Add to blacklist',
    body: 'Everything this device sends is refused until someone removes it from the blacklist.',
    reason: 'Reason',
    submit: 'Block its data',
    heading: 'Data from this device is refused',
    since: (date: string, reason: string) => `Since ${date}: ${reason}`,
    read: { title: sensor, fail: 'Unable to retrieve the blacklist status' },
    added: { title: sensor, ok: 'Sensor added to blacklist', fail: 'Unable to add sensor to blacklist' },
    removed: { title: sensor, ok: 'Sensor removed from blacklist', fail: 'Unable to remove sensor from blacklist' },
    question: {
      title: 'Remove from blacklist',
      body: 'Data from this device will be accepted again. Are you sure?',
      confirm: 'Yes, unblock it',
    },
  },
} as const;
