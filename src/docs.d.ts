declare module 'virtual:docs/navigation' {
  /** Sections of the documentation with their pages. */
  const sections: readonly {
    readonly section: 'using' | 'concepts' | 'reference' | 'inside';
    readonly pages: readonly { readonly href: string; readonly title: string }[];
  }[];
  export default sections;
}

declare module 'virtual:docs/search' {
  /** Every part of every document, from a heading to the next. */
  const passages: readonly {
    readonly href: string;
    readonly page: string;
    readonly title: string;
    readonly text: string;
  }[];
  export default passages;
}
