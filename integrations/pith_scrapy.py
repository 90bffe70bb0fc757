"""Scrapy: the content of each page, in the item or on the response.

    ITEM_PIPELINES = {"pith_scrapy.PithPipeline": 300}
    SPIDER_MIDDLEWARES = {"pith_scrapy.PithMiddleware": 550}
    PITH_OPTIONS = {"balance": "precision"}

The pipeline fills items that carry the page in the field `html` (bytes or str):
it adds text, title, date and page_type, and drops `html` unless PITH_KEEP_HTML.
The middleware gives callbacks a `response.meta["pith"]`, a pith.Result.
"""
import pith
from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse


class PithPipeline:
    def __init__(self, options, keep):
        self.options = options
        self.keep = keep

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler.settings.getdict("PITH_OPTIONS"), crawler.settings.getbool("PITH_KEEP_HTML"))

    def process_item(self, item, spider=None):
        fields = ItemAdapter(item)
        if "html" not in fields:
            return item
        try:
            result = pith.extract(fields["html"], url=fields.get("url"), **self.options)
        except pith.PithError as error:
            raise DropItem(f"pith: {error}") from error
        fields.update(text=str(result), title=result.title, date=result.date, page_type=result.page_type)
        if not self.keep:
            del fields["html"]
        return item


class PithMiddleware:
    def __init__(self, options):
        self.options = options

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler.settings.getdict("PITH_OPTIONS"))

    def process_spider_input(self, response, spider=None):
        if isinstance(response, HtmlResponse):
            served = response.headers.get("Content-Type", b"").decode("latin-1")
            charset = served.partition("charset=")[2].strip(' "') or None
            response.meta["pith"] = pith.extract(response.body, url=response.url,
                                                 transport_encoding=charset, **self.options)
