/** Makes the page of `/docs` calmer than its library does. */
export const PAGE_STYLES = `
body { margin: 0; background: #faf8f4; }
`;
