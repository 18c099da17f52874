const title = 'Dashboard';

export const texts = {
  assigned: { title, ok: 'Assigned template successfully', fail: 'Unable to assign template' },
  assignedTo: { title, fail: 'Unable to assign template' },
  createdFor: (name: string) => `Created for ${name}. It is in their menu, and only they can open it.`,
} as const;
