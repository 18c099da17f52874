export const texts = {
  drop: 'Drop a CSV file here',
  choose: 'Choose file',
  another: 'Choose another file',
  template: 'Download a template',
} as const;
