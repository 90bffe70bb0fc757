"""A site of our own, in Russian: a watchmaker's workshop in a small town.

Every page has the same frame (heading, menu, footer). The name of the street,
"Каменный мост", is in the frame only, so that a query for it finds pages
by their boilerplate; "мастерская" is in both.
"""
MENU = [("index", "Главная"), ("history", "История мастерской"),
        ("repair", "Ремонт часов"), ("towers", "Башенные часы"),
        ("prices", "Цены"), ("contacts", "Как нас найти")]

BODIES = {
    "index": ("Часовая мастерская Никитина", [
        "Мы чиним механические часы с 1987 года: карманные, наручные, "
        "настенные и каминные. Кварцевых часов не берём.",
        "В мастерской работают два человека, поэтому на срочный ремонт лучше "
        "записаться заранее по телефону или прийти утром."]),
    "history": ("История мастерской", [
        "Мастерскую открыл Фёдор Никитин, когда закрылся часовой завод и "
        "станки продавали по цене металла. Первым заказом стали ходики с "
        "кукушкой из соседнего дома.",
        "В девяносто шестом году мастерская сгорела, и полтора года часы "
        "чинили на кухне. Новое помещение дал город."]),
    "repair": ("Ремонт часов", [
        "Сначала механизм разбирают и моют в бензине, потом смотрят под лупой "
        "каждую цапфу. Чаще всего изношены не оси, а камни и масло.",
        "Пружину меняем, если она лопнула или устала: усталая пружина даёт "
        "амплитуду меньше двухсот градусов."]),
    "towers": ("Башенные часы", [
        "Башенные часы заводят раз в неделю, поднимая гири по шахте на высоту "
        "трёх этажей. Маятник весит больше сорока килограммов.",
        "Зимой масло густеет, и часы отстают на две минуты в сутки, поэтому "
        "на маятник кладут пятаки."]),
    "prices": ("Цены", [
        "Чистка наручных часов стоит от восьмисот рублей, замена стекла от "
        "трёхсот, полировка корпуса от пятисот.",
        "Осмотр бесплатный. Если чинить не стоит, мы так и скажем."]),
    "contacts": ("Как нас найти", [
        "От вокзала идти пешком двенадцать минут: через сквер, мимо пожарной "
        "части, вход со двора, синяя дверь под фонарём.",
        "Телефон отвечает с десяти до шести, кроме воскресенья."]),
}


def references(text):
    """The text as numeric character references, as some editors wrote it."""
    return "".join(c if ord(c) < 128 else f"&#{ord(c)};" for c in text)


def page(name, written=lambda text: text):
    """The HTML of a page; `written` says how its own text is written."""
    title, paragraphs = BODIES[name]
    menu = "".join(f'<li><a href="{to}.html">{label}</a></li>\n'
                   for to, label in MENU)
    body = "".join(f"<p>{written(text)}</p>\n" for text in paragraphs)
    return (f"<html><head><title>{title} - Часовая мастерская</title>\n"
            '<meta http-equiv="Content-Type" content="text/html; '
            'charset=windows-1251"></head>\n<body>\n'
            '<div id="head"><b>Часовая мастерская</b>, улица Каменный мост, '
            f'дом 4</div>\n<ul id="menu">\n{menu}</ul>\n'
            f'<div id="text"><h1>{title}</h1>\n{body}</div>\n'
            '<div id="foot">Каменный мост, 4. Мастерская открыта каждый день. '
            "Все права сохраняются.</div>\n</body></html>\n")


def raw(name):
    """The bytes of a page as a server of that time sent them."""
    written = references if name == "towers" else str
    return page(name, written).encode("cp1251")


NAMES = list(BODIES)
