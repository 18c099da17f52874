const sensor = 'Sensor';

export const texts = {
  commission: {
    action: 'Commission',
    again: 'Change the commissioning',
    title: 'Commission sensor',
    done: { title: sensor, ok: 'Sensor commissioned successfully', fail: 'Unable to commission sensor' },
    when: 'From when on its counts count',
    modes: { now: 'Now', past: 'In the past', future: 'In the future' },
    help: {
      now: 'What it counts from this minute on is shown.',
      past: 'What it has counted since the beginning of that day is shown.',
      future: 'What it counts before the beginning of that day is kept, but not shown.',
    },
    date: 'Date',
    zone: (zone: string) => `A day in ${zone}.`,
    purge: 'Purge what was counted before',
    purgeHelp: 'It is erased for good. Otherwise it is kept, but not shown.',
    submit: 'Commission',
    purging: 'What was counted before is being erased',
    purged: 'What was counted before is erased.',
    purgeFailed: 'What was counted before could not be erased',
    progress: (done: string, total: string) => `${done} of ${total}`,
    jobRead: { title: sensor, fail: 'Unable to retrieve how far erasing has come' },
  },
  decommission: {
    action: 'Decommission',
    done: { title: sensor, ok: 'Decommissioned sensor successfully', fail: 'Unable to decommission sensor' },
    question: {
      title: 'Decommission Sensor',
      body: 'You are about to end the life of this sensor. What it counted stays counted; nothing more is. This cannot be undone. Are you sure?',
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
      body: 'You are about to remove this sensor with its zones. What its locations counted stays counted. This cannot be undone. Are you sure?',
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
    data: 'What happens to what it counted',
    keep: {
      label: 'It stays',
      help: (site: string) =>
        `What was counted stays with ${site}; from the next minute on it counts for the new site.`,
    },
    move: {
      label: 'It moves along',
      help: (site: string) => `Everything it has counted since it hangs at ${site} counts for the new site.`,
    },
    submit: 'Reassign',
  },
  blacklist: {
    add: 'Refuse its pushes',
    remove: 'Take its pushes again',
    title: 'Add to blacklist',
    body: 'Whatever this device pushes is refused from now on, until somebody takes it off the blacklist.',
    reason: 'Reason',
    submit: 'Refuse its pushes',
    heading: 'The pushes of this device are refused',
    since: (date: string, reason: string) => `Since ${date}: ${reason}`,
    read: { title: sensor, fail: 'Unable to retrieve whether the sensor is blacklisted' },
    added: { title: sensor, ok: 'Sensor added to blacklist', fail: 'Unable to add sensor to blacklist' },
    removed: { title: sensor, ok: 'Sensor removed from blacklist', fail: 'Unable to remove sensor from blacklist' },
    question: {
      title: 'Remove from blacklist',
      body: 'Whatever this device pushes is taken again from now on. Are you sure?',
      confirm: 'Yes, take it!',
    },
  },
} as const;
